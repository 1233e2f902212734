"""HTTP: one module a resource; a view parses, loads, decides and dumps."""
