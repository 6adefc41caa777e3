"""Puts the pocket edition into the wheel, if `make pocket` has built it (`make wheel` does)."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PocketEdition(BuildHookInterface):
    """Adds its files where `scorekeeper/places.py` looks for them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files. What is there packed with xz or Brotli is asked for in no other form, so
        the wheel has 17 MB instead of 28."""
        built = Path(self.root, ".cache", "pocket", "out")
        if version == "editable" or not (built / "sw.js").is_file():
            return
        for file in built.rglob("*"):
            if file.is_file() and not file.with_name(f"{file.name}.xz").exists():
                place = Path("scorekeeper", "_shipped", "pocket", file.relative_to(built))
                build_data["force_include"][str(file)] = place.as_posix()
