"""JSON to rule values: the marshmallow schemas of requests, and quick readers for the plainly valid ones."""
