"""The use cases of a table: start, load, write, share, download; and a phone's saved rules.

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
    add_entry,
    delete_entry,
    edit_entry,
    edit_setup,
    insert_entry,
    redo,
    restore_entry,
    undo,
)
from scorekeeper.tables.deleting import (
    Restorable,
    delete_table,
    mark_table,
    purge,
    restorable_tables,
    restore_table,
)
from scorekeeper.tables.downloads import (
    ExportedStep,
    exported_history,
    sheet_json,
    sheet_pbn,
    spreadsheet,
)
from scorekeeper.tables.erasing import LEFT as LEFT_PLACE
from scorekeeper.tables.erasing import RULES as RULES_PLACE
from scorekeeper.tables.erasing import SEAT as SEAT_PLACE
from scorekeeper.tables.erasing import NamePlace, erase, names_written, places_of
from scorekeeper.tables.house_rules import (
    read_rules_name,
    remove_rules,
    rename_rules,
    restore_rules,
    save_rules,
    saved_rules,
)
from scorekeeper.tables.loading import (
    LoadedTable,
    NotFound,
    Refusal,
    TableVisit,
    deal_numbers,
    draft_headlines,
    last_deal,
    load_table,
    news,
    visit,
)
from scorekeeper.tables.phones import (
    NameOffered,
    TablePhone,
    agree_to_phone,
    name_phone,
    names_offered,
    note_phone,
    phones,
    sign_out_phones,
    take_back_name,
)
from scorekeeper.tables.rulings import (
    Decision,
    RecordedRuling,
    TableRuling,
    add_ruling,
    find_ruling,
    pin_ruling,
    precedents,
    rulings,
    withdraw_ruling,
)
from scorekeeper.tables.same_players import (
    CannotMerge,
    MergedName,
    merge_names,
    merged_names,
    played_under_merged_names,
    unmerge_names,
)
from scorekeeper.tables.saving import has_write_with_prefix, removed_deal
from scorekeeper.tables.sharing import (
    TableInvitation,
    accept_invitation,
    invitation,
    links,
    make_link,
    replace_links,
    save_draft,
    set_public,
    signed_out_by_replacing,
    turn_off_link,
)
from scorekeeper.tables.starting import InLeague, rematch_sheet, start_table
from scorekeeper.tables.statistics import PlayedTable, played_at, played_by
from scorekeeper.tables.summaries import (
    ListedTable,
    RescoredEntry,
    all_ids,
    last_scored,
    my_tables,
    rebuild,
    replayed,
    rescored_entries,
)
from scorekeeper.tables.write_request import (
    EntryInvalid,
    LaterEntryInvalid,
    RulesOutdated,
    WriteRequest,
    WriteResult,
)

__all__ = [
    "all_ids",
    "ALL",
    "SCORER",
    "SEAT",
    "UNANSWERED",
    "WATCH",
    "Answer",
    "AnswerConflict",
    "Conflict",
    "Decision",
    "EntryInvalid",
    "InLeague",
    "TableInvitation",
    "LaterEntryInvalid",
    "ListedTable",
    "News",
    "NotFound",
    "NameOffered",
    "TablePhone",
    "agree_to_phone",
    "name_phone",
    "names_offered",
    "note_phone",
    "phones",
    "sign_out_phones",
    "take_back_name",
    "CannotMerge",
    "LoadedTable",
    "RulesOutdated",
    "NamePlace",
    "PlayedTable",
    "LEFT_PLACE",
    "RULES_PLACE",
    "SEAT_PLACE",
    "Refusal",
    "RescoredEntry",
    "Restorable",
    "Role",
    "RuleSet",
    "RecordedRuling",
    "TableRuling",
    "MergedName",
    "WriteResult",
    "WriteRequest",
    "SharedLink",
    "BudgetSpent",
    "Step",
    "TableRow",
    "ExportedStep",
    "TableVisit",
    "SheetItem",
    "accept_invitation",
    "accept_edition",
    "edit_entry",
    "edit_setup",
    "draft_headlines",
    "restore_rules",
    "removed_deal",
    "deal_numbers",
    "delete_table",
    "device_of",
    "erase",
    "find_ruling",
    "insert_entry",
    "invitation",
    "save_rules",
    "saved_rules",
    "last_deal",
    "last_scored",
    "set_public",
    "links",
    "make_link",
    "mark_of",
    "mark_table",
    "my_tables",
    "names_written",
    "news",
    "load_table",
    "pin_ruling",
    "places_of",
    "played_under_merged_names",
    "played_at",
    "played_by",
    "precedents",
    "purge",
    "read_rules_name",
    "rebuild",
    "replayed",
    "add_entry",
    "redo",
    "turn_off_link",
    "remove_rules",
    "rename_rules",
    "replace_links",
    "rescored_entries",
    "restorable_tables",
    "restore_entry",
    "restore_table",
    "add_ruling",
    "rulings",
    "rematch_sheet",
    "merged_names",
    "save_draft",
    "sheet_json",
    "sheet_pbn",
    "signed_out_by_replacing",
    "spreadsheet",
    "start_table",
    "delete_entry",
    "withdraw_ruling",
    "merge_names",
    "unmerge_names",
    "exported_history",
    "undo",
    "visit",
    "has_write_with_prefix",
]
