"""What happens whenever a wheel is built, from a checkout or an sdist: the search's index is built
too, unless `make` has done so."""

import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class IndexHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the index where pyproject.toml takes it from."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build it in another process, which finds the package in its working directory."""
        if version != "editable":  # a checkout's is built by `make`, or when it is first asked for
            command = [sys.executable, "-m", "scorekeeper.index_files", ".cache/search"]
            subprocess.run(command, cwd=self.root, check=True)
