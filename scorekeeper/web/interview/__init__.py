"""A deal's questions on a page: their order, their keys, and the form's values."""
