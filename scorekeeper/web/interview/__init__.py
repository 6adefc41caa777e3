"""A deal's questions on a page: their order, their keys, what a form sends."""
