"""What may be stored as text."""

from scorekeeper.sheet import SheetRefused


def refuse_unreadable(document: object) -> None:
    """Raise ``SheetRefused`` where a text holds what no page can show and no database keeps.

    That is the character 0 and halves of characters, which JSON can spell and text cannot hold.
    """
    if any(not _readable(text) for text in _texts(document)):
        message = "A text here holds a character that cannot be shown; type it again."
        raise SheetRefused([{"at": "", "message": message}])


def _texts(document: object) -> list[str]:
    if isinstance(document, str):
        return [document]
    if isinstance(document, dict):
        return [text for pair in document.items() for one in pair for text in _texts(one)]
    if isinstance(document, list):
        return [text for one in document for text in _texts(one)]
    return []


def _readable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
