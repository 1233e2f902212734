"""The auction: who may call what, and what was agreed (AUC-1 to AUC-15)."""
