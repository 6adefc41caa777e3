"""The owners of phones, their kind, and signing phones out."""
