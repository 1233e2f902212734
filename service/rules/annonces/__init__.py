"""Annonces: tierces, cinquantes, cents and carrés, their comparison, and who scores them (ANN-1 to ANN-13)."""

from service.rules.annonces.detection import Holding, detect
from service.rules.annonces.kinds import KINDS, LOWEST_TOPS, Annonce, points_of
from service.rules.annonces.options import AnnonceRules
from service.rules.annonces.resolution import Declaration, Resolution, Spoken, declared_points, resolve

__all__ = [
    "KINDS",
    "LOWEST_TOPS",
    "Annonce",
    "AnnonceRules",
    "Declaration",
    "Holding",
    "Resolution",
    "Spoken",
    "declared_points",
    "detect",
    "points_of",
    "resolve",
]
