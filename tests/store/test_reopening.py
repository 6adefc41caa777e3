"""A SQLite database whose folder could not be written for a while, and now can."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.requirements import without_root

pytestmark = [pytest.mark.long, pytest.mark.threads]

SCRIPT = """
import sys
import threading
from pathlib import Path

from sqlalchemy import text

from scorekeeper.store.sql.database import db, reading, writing
from scorekeeper.store.sql.trouble import ReadOnly
from tests.databases import app_on

folder = Path(sys.argv[1])
app = app_on(f"sqlite:///{folder}/table.db")


def write():
    with app.app_context(), writing() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS deal (points INTEGER)"))
        connection.execute(text("INSERT INTO deal VALUES (1)"))


write()
files = [folder, *folder.iterdir()]
modes = [file.stat().st_mode for file in files]
for file, mode in zip(files, modes):
    file.chmod(mode & ~0o222)
with app.app_context():
    db.engine.dispose()
try:
    write()
    sys.exit("It was written all the same.")
except ReadOnly:
    pass

has_read, may_end = threading.Event(), threading.Event()


def read():
    with app.app_context(), reading() as connection:
        connection.execute(text("SELECT * FROM deal")).all()
        has_read.set()
        may_end.wait(30)


reader = threading.Thread(target=read)
reader.start()
assert has_read.wait(30)
for file, mode in zip(files, modes):
    file.chmod(mode)
try:
    write()
except ReadOnly:  # for as long as the reader is at work
    pass
may_end.set()
reader.join()
write()
"""


def test_write_after_read_only_reader_succeeds(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    command = [*without_root(), sys.executable, "-c", SCRIPT, str(folder)]

    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert (ran.returncode, ran.stderr) == (0, "")
