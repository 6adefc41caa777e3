"""The use cases of a league: found it, decide, open tables in it, read how its players stand.

Pages call these functions; whether the caller may, they ask ``visit`` first.
"""

from scorekeeper.leagues.deciding import (
    Decided,
    DecisionRefused,
    Order,
    add_members,
    amend_season,
    forget_player,
    give_bonus,
    merge_players,
    redo,
    rename_league,
    rename_player,
    restore,
    rule_game,
    season_payload,
    set_player,
    start_league,
    start_season,
    strike,
    undo,
)
from scorekeeper.leagues.games import (
    GameOfLeague,
    Wanted,
    games_going_on,
    games_in,
    games_of,
)
from scorekeeper.leagues.letting_in import (
    enter,
    let_anyone_read,
    links,
    make_link,
    remove_link,
    renew_link,
    say_passphrase,
    set_passphrase,
)
from scorekeeper.leagues.opening import differing, open_table, persons_of, take_in
from scorekeeper.leagues.papers import games_csv, league_json, players_csv, standings_csv
from scorekeeper.leagues.players import Listed, everybody, player_of
from scorekeeper.leagues.progress import compared, progress_of
from scorekeeper.leagues.records import records_of, records_of_game
from scorekeeper.leagues.standing import bonuses_of, duels_of, rows_of, standings_of
from scorekeeper.leagues.visited import Found, league_of_table, my_leagues, visit

__all__ = [
    "GameOfLeague",
    "Wanted",
    "games_going_on",
    "games_in",
    "games_of",
    "games_csv",
    "league_json",
    "players_csv",
    "standings_csv",
    "Listed",
    "everybody",
    "player_of",
    "compared",
    "progress_of",
    "records_of",
    "records_of_game",
    "rows_of",
    "enter",
    "let_anyone_read",
    "links",
    "make_link",
    "remove_link",
    "renew_link",
    "say_passphrase",
    "set_passphrase",
    "Decided",
    "DecisionRefused",
    "Found",
    "Order",
    "add_members",
    "amend_season",
    "bonuses_of",
    "differing",
    "duels_of",
    "forget_player",
    "give_bonus",
    "league_of_table",
    "merge_players",
    "my_leagues",
    "open_table",
    "persons_of",
    "redo",
    "rename_league",
    "rename_player",
    "restore",
    "rule_game",
    "season_payload",
    "set_player",
    "standings_of",
    "start_league",
    "start_season",
    "strike",
    "take_in",
    "undo",
    "visit",
]
