"""Templates as Jinja compiled them, kept in `.cache/` for all apps, processes and runs of tests.

Compiling them takes seconds, in each process and for each app that a test makes. Jinja compares a
kept template with its source; to be of no use to other code, the files are named after the code
that compiles them too.
"""

import hashlib
from importlib.metadata import version
from pathlib import Path
from typing import Final

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from scorekeeper import languages
from scorekeeper.web.shared import page_texts, templating

_FOLDER: Final = Path(__file__).parent.parent / ".cache" / "templates"


class _KeptTemplates(FileSystemBytecodeCache):
    """Keeps them, but for those in another language, whose texts are translated in them."""

    def load_bytecode(self, bucket: Bucket) -> None:
        if languages.spoken == languages.ENGLISH:
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if languages.spoken == languages.ENGLISH:
            super().dump_bytecode(bucket)


def keep_templates() -> None:
    """Keep those of every app that is made from now on."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    kept = _KeptTemplates(str(_FOLDER), f"{_compiled_by()}-%s")
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": kept}


def _compiled_by() -> str:
    digest = hashlib.sha256(version("jinja2").encode())
    for module in (page_texts, templating, languages):
        digest.update(Path(module.__file__ or "").read_bytes())
    return digest.hexdigest()[:16]
