"""The texts of scripts: each `say("...")` goes out in the language spoken."""

import json
import re
from collections.abc import Callable
from typing import Final

_SAID: Final = re.compile(r'(?<=\bsay\()\s*("(?:[^"\\\n]|\\.)*")')


def put_into(script: str, translate: Callable[[str], str]) -> str:
    """Return the script with each of its texts translated."""
    return _SAID.sub(
        lambda found: json.dumps(translate(json.loads(found[1])), ensure_ascii=False), script
    )
