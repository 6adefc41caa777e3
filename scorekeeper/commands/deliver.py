"""The command `deliver`: sends queued webhook posts where none of our servers runs."""

import sys

from scorekeeper.sentences import tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.server.webhooks import deliver_due
from scorekeeper.store.sql.trouble import Unavailable


def deliver() -> int:
    """Send all that is due now; the status of the command, 1 where some of it did not arrive."""
    try:
        arrived, failed = deliver_due(ready_app(upgraded=False))
    except Unavailable as error:
        print(error, file=sys.stderr)
        return 1
    print(tell("{n} delivered, {failed} failed.", n=arrived, failed=failed))
    return 1 if failed else 0
