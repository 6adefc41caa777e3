"""The use cases of a table: start, open, write, share, take home; and the rules a phone keeps.

Pages call these functions; whether the caller may, they ask ``visit`` first. A device is given
as ``device_of`` makes it from the text in its cookie.
"""

from scorekeeper.store.access.budgets import BudgetSpent
from scorekeeper.store.access.devices import ALL
from scorekeeper.store.access.links import SCORER, SEAT, WATCH, SharedLink
from scorekeeper.store.access.links import hash_secret as device_of
from scorekeeper.store.access.links import hash_secret as mark_of
from scorekeeper.store.access.table_access import Role
from scorekeeper.store.phone.rule_sets import RuleSet
from scorekeeper.store.table.drafts import UNANSWERED, Answer, AnswerConflict
from scorekeeper.store.table.read import News, TableRow
from scorekeeper.store.table.records import SheetItem, Step
from scorekeeper.store.table.write import Conflict
from scorekeeper.tables.changes import (
    accept_edition,
    amend,
    amend_head,
    insert,
    record,
    redo,
    restore,
    strike,
    undo,
)
from scorekeeper.tables.deleting import (
    Restorable,
    delete_table,
    purge,
    restorable,
    restore_table,
)
from scorekeeper.tables.downloads import ExportedStep, sheet_json, sheet_pbn, spreadsheet, told
from scorekeeper.tables.erasing import LEFT as LEFT_PLACE
from scorekeeper.tables.erasing import RULES as RULES_PLACE
from scorekeeper.tables.erasing import SEAT as SEAT_PLACE
from scorekeeper.tables.erasing import NamePlace, erase, names_written, places_of
from scorekeeper.tables.house_rules import (
    bring_back_rules,
    keep_rules,
    kept_rules,
    read_rules_name,
    remove_rules,
    rename_rules,
)
from scorekeeper.tables.loading import (
    NotFound,
    Opened,
    Refusal,
    Visit,
    being_entered,
    deal_numbers,
    last_deal,
    news,
    open_table,
    visit,
)
from scorekeeper.tables.rulings import (
    Decision,
    Ruled,
    TableRuling,
    find_ruling,
    pin,
    precedents,
    rule,
    rulings,
    take_back,
)
from scorekeeper.tables.same_players import (
    NotOne,
    Same,
    played_as_one,
    same_names,
    take_for_one,
    take_for_two,
)
from scorekeeper.tables.saving import deal_gone, was_written
from scorekeeper.tables.sharing import (
    TableInvitation,
    accept,
    invitation,
    links,
    make_link,
    replace_links,
    save_draft,
    set_public,
    signed_out_by_replacing,
    turn_off_link,
)
from scorekeeper.tables.starting import InLeague, same_again, start
from scorekeeper.tables.statistics import Played, played_at, played_by
from scorekeeper.tables.summaries import (
    ListedTable,
    Rescored,
    last_scored,
    my_tables,
    rebuild,
    rescored,
)
from scorekeeper.tables.write_request import (
    EntryRefused,
    LaterRefused,
    Outdated,
    Saved,
    Sent,
)

__all__ = [
    "ALL",
    "SCORER",
    "SEAT",
    "UNANSWERED",
    "WATCH",
    "Answer",
    "AnswerConflict",
    "Conflict",
    "Decision",
    "EntryRefused",
    "InLeague",
    "TableInvitation",
    "LaterRefused",
    "ListedTable",
    "News",
    "NotFound",
    "NotOne",
    "Opened",
    "Outdated",
    "NamePlace",
    "Played",
    "LEFT_PLACE",
    "RULES_PLACE",
    "SEAT_PLACE",
    "Refusal",
    "Rescored",
    "Restorable",
    "Role",
    "RuleSet",
    "Ruled",
    "TableRuling",
    "Same",
    "Saved",
    "Sent",
    "SharedLink",
    "BudgetSpent",
    "Step",
    "TableRow",
    "ExportedStep",
    "Visit",
    "SheetItem",
    "accept",
    "accept_edition",
    "amend",
    "amend_head",
    "being_entered",
    "bring_back_rules",
    "deal_gone",
    "deal_numbers",
    "delete_table",
    "device_of",
    "erase",
    "find_ruling",
    "insert",
    "invitation",
    "keep_rules",
    "kept_rules",
    "last_deal",
    "last_scored",
    "set_public",
    "links",
    "make_link",
    "mark_of",
    "my_tables",
    "names_written",
    "news",
    "open_table",
    "pin",
    "places_of",
    "played_as_one",
    "played_at",
    "played_by",
    "precedents",
    "purge",
    "read_rules_name",
    "rebuild",
    "record",
    "redo",
    "turn_off_link",
    "remove_rules",
    "rename_rules",
    "replace_links",
    "rescored",
    "restorable",
    "restore",
    "restore_table",
    "rule",
    "rulings",
    "same_again",
    "same_names",
    "save_draft",
    "sheet_json",
    "sheet_pbn",
    "signed_out_by_replacing",
    "spreadsheet",
    "start",
    "strike",
    "take_back",
    "take_for_one",
    "take_for_two",
    "told",
    "undo",
    "visit",
    "was_written",
]
