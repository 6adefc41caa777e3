"""Code for all pages: security, templates, links, names, errors."""
