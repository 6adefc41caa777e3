"""Questions in German, word for word in English: the words of card players and those of every
sentence.

The passages that answer a question are found by its words, in any order, so that no grammar is
needed: "wer gewinnt den Stich" is heard as "who wins the trick".
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

from scorekeeper.spelling import without_accents

# with thirty words 40 % of 40 German questions were right first, with these tables 92 %
CARD_WORDS: Final[Mapping[str, str]] = {
    # the cards
    "heart": "Herz",
    "spade": "Pik",
    "diamond": "Karo",
    "club": "Kreuz, Treff",
    "ace": "Ass, Asse",
    "king": "König",
    "queen": "Dame",
    "jack": "Bube",
    "face cards": "Bilder, Bild, Bildkarten",
    "card": "Karte, Kärtchen, Blatt",
    "suit": "Farbe",
    "trump": "Trumpf, Trümpfe, trumpfen, getrumpft, stechen, sticht, gestochen",
    "trick": "Stich",
    "last trick": "letzter Stich",
    "overtricks": "Überstich, Mehrstich",
    "undertricks": "Unterstich, Faller",
    "honours": "Honneur, Figuren",
    "pack": "Kartenspiel, Kartenpack, Kartendeck",
    "middle": "Mitte",
    "pile": "Stapel, Haufen, Stoß",
    # who plays
    "dealer": "Geber, Kartengeber",
    "player": "Spieler, Spielerin, Mitspieler, Mitspielerin, Leute",
    "partner": "Partnerin, Mitstreiter",
    "opponent": "Gegner, Gegnerin, Gegenspieler, Gegenseite, Gegenpartei",
    "declarer": "Alleinspieler, Ansager, Reizer, Bieter, Solist",
    "onlooker": "Zuschauer, Kiebitz, kiebitzen",
    "player at the left": "Vorhand, linker Nachbar",
    "neighbour": "Nachbar",
    "side": "Seite, Partei, Paar, Mannschaft",
    "winner": "Gewinner, Sieger",
    "loser": "Verlierer",
    "kingdom": "Königreich",
    # before the play
    "deal": "geben, gibt, gab, gegeben, austeilen, ausgeteilt, verteilen, verteilt, teilt, teilen",
    "misdeal": "falsch gegeben, falsch gibt, falsch ausgeteilt, falsch geteilt, vergeben, "
    "neu gegeben, neu geben, verteilt falsch",
    "shuffle": "mischen, mischt, gemischt",
    "cut": "abheben, abgehoben, hebt ab",
    "bid": "Gebot, Ansage, ansagen, ansagt, angesagt, bieten, bietet, biete, geboten, reizen, "
    "reizt, reize, gereizt, Reizung, anzusagen",
    "outbid": "überbieten, überboten, überbietet, überreizen, höher bieten",
    "pass": "passen, passt, passe, gepasst, weg",
    "contract": "Kontrakt",
    "double": "kontrieren, kontriert, Kontra, verdoppeln, verdoppelt, doppelt, doppelte",
    "redouble": "Rekontra, rekontrieren, rekontriert",
    "slam": "Schlemm, Durchmarsch, Kleinschlemm, Großschlemm",
    "misere": "Bettel, Nullspiel, Mise",
    "named": "nennen, nennt, genannt, benennen, benannt, gerufen, rufen, ruft",
    # in the play
    "lead": "ausspielen, ausspielt, ausgespielt, spielt aus, spiele aus, Ausspiel, anspielen, "
    "angespielt, spielt an, aufspielen, aufgespielt, spielt auf, herauskommen, rauskommen, "
    "kommt raus, kommt heraus, Anspiel",
    "follow suit": "bedienen, bedient, bediene, bekennen, bekennt, bekannt, Farbe bekennen, "
    "Farbe bedienen, Farbe bedient, Farbe bekannt",
    "revoke": "falsch bedient, nicht bedient, nicht bekannt, falsch bekannt, Renonce",
    "discard": "abwerfen, abgeworfen, wirft ab, ablegen, abgelegt, drücken, gedrückt, weglegen, "
    "weggelegt, abwirft",
    "claim": "beanspruchen, beansprucht, Rest gehört",
    "concede": "aufgeben, aufgegeben, gibt auf, verschenken, verschenkt",
    "face up": "offen, aufgedeckt, offenliegend",
    "face down": "verdeckt, zugedeckt",
    "hidden": "versteckt, geheim",
    "take back": "zurücknehmen, zurückgenommen, zurücknimmt, nimmt zurück, zurück",
    "out of turn": "außer der Reihe, nicht dran, nicht an der Reihe, außerhalb der Reihe",
    "turn": "Reihe, dran",
    "signal": "Zeichen, Handzeichen",
    "hint": "Hinweis, Tipp",
    # the score
    "points": "Punkt, Punkte, Augen, Zähler",
    "score": "Punktestand, Spielstand, Ergebnis, Abrechnung, Wertung, gewertet, werten",
    "penalty": "Strafe, Strafpunkte, bestraft",
    "minus points": "Minuspunkte",
    "bags": "Sack, Säcke",
    "bonus": "Prämie, Zuschlag, Extrapunkte",
    "vulnerable": "Gefahr, Gefahrenzone, Manche",
    "worth": "wert",
    "pay": "bezahlen, bezahlt, abrechnen",
    "stake": "Einsatz",
    "money": "Geld",
    "target": "Ziel, Zielpunktzahl",
    "tie": "Gleichstand, punktgleich, gleich viele Punkte, gleich viel Punkte, gleichviel",
    "draw": "unentschieden",
    "house rule": "Hausregel",
    "rule": "Regel, Spielregel",
    "game": "Spiel, Partie",
    "round": "Runde",
    "rubber": "Robber",
}
"""What card players' words are in German, by the English word."""

COMMON_WORDS: Final[Mapping[str, str]] = {
    "who": "wer, wem, wessen",
    "when": "wann, sobald",
    "if": "wenn, ob",
    "how": "wie",
    "how many": "wie viel, wie viele, wieviel, wieviele",
    "how often": "wie oft",
    "how long": "wie lange",
    "which": "welcher, welche, welches, welchen, welchem",
    "why": "warum, wieso, weshalb",
    "where": "wohin",
    "can": "kann, kannst, könnte, können, könnt, darf, darfst, dürfen, durfte, dürft",
    "must": "muss, müssen, musste, müsst, soll, sollen",
    "want": "möchte, möchten, wollte, wollen",
    "is": "ist, sind, wird, werden, wurde, wurden, worden, wäre, sein",
    "has": "habe, haben, hatte, hatten, gehabt",
    "i": "ich",
    "we": "wir",
    "you": "du, ihr",
    "he": "er",
    "she": "sie",
    "it": "es",
    "me": "mir, mich",
    "him": "ihn, ihm",
    "us": "uns",
    "them": "ihnen",
    "my": "mein, meine",
    "our": "unser, unsere",
    "his": "seine, seinen, seiner, ihre",
    "your": "dein, deine, euer, eure",
    "the": "der, dem",
    "a": "ein, eine",
    "this": "diese, dies",
    "no": "kein, keine, keinen",
    "somebody": "jemand, jemanden, einer",
    "nobody": "niemand, keiner",
    "everybody": "jeder, jede, jedem",
    "all": "alle, alles, allen",
    "both": "beide",
    "other": "andere, anderer",
    "with": "mit",
    "without": "ohne",
    "for": "für",
    "of": "von, vom",
    "before": "vor, bevor, ehe, vorher",
    "after": "nach, nachdem, danach, hinterher, nachher",
    "to": "zu, zum, zur",
    "on": "auf",
    "at": "bei, beim",
    "from": "aus",
    "over": "über",
    "under": "unter",
    "against": "gegen",
    "until": "bis",
    "through": "durch",
    "instead of": "statt, anstatt",
    "while": "während",
    "not": "nicht, nie, niemals, nix",
    "also": "auch",
    "and": "und",
    "or": "oder",
    "but": "aber, sondern",
    "although": "obwohl, trotzdem",
    "because": "weil",
    "that": "dass, das",
    "again": "wieder, noch mal, nochmal, noch einmal, nochmals, erneut",
    "at once": "auf einmal, gleichzeitig, zugleich",
    "already": "schon, bereits",
    "still": "noch",
    "only": "nur, bloß",
    "more": "mehr",
    "fewer": "weniger",
    "fewest": "wenigst",
    "than": "als",
    "number": "Zahl, Anzahl",
    "come to": "ergeben, ergibt",
    "self": "selbst, selber",
    "too many": "zu viel, zu viele, zuviel, zuviele",
    "too few": "zu wenig, zu wenige, zuwenig",
    "too early": "zu früh",
    "too late": "zu spät",
    "too low": "zu niedrig, zu tief, zu klein",
    "early": "früh, früher, vorzeitig",
    "late": "spät, später",
    "first": "zuerst, erst, als erster",
    "last": "letzt, vorig, zuletzt",
    "next": "nächst, nächste",
    "then": "dann",
    "now": "jetzt",
    "together": "zusammen, gemeinsam",
    "alone": "allein, alleine",
    "by mistake": "versehentlich, aus Versehen, unabsichtlich",
    "on purpose": "absichtlich, Absicht",
    "exactly": "genau",
    "enough": "genug",
    "at the end": "am Ende, am Schluss, zum Schluss",
    "same": "gleich, gleiche, selbe, dieselbe, derselbe",
    "new": "neu",
    "half": "halb",
    "wrong": "falsch, verkehrt, Fehler, Irrtum, geirrt, verzählt, vertan",
    "right": "richtig, recht",
    "left": "link, übrig",
    "highest": "höchst, stärkst, größt",
    "higher": "höher, hoch, stärker, größer",
    "low": "niedrig, niedrigst, kleinst, klein, tief, tiefst",
    "allowed": "erlaubt, zulässig, gestattet",
    "forbidden": "verboten, unzulässig",
    "possible": "möglich, geht das",
    "clockwise": "Uhrzeigersinn",
    "direction": "Richtung",
    "order": "Reihenfolge, Rangfolge",
    "table": "Tisch",
    "happens": "passiert, geschieht",
    "happened": "geschehen",
    "is there": "gibt es",
    "play": "spielen, spielt, spiele, spielst, gespielt, gespielte, spielte",
    "card played": "gespielte Karte",
    "win": "gewinnen, gewinnt, gewinne, Gewinn",
    "won": "gewonnen, gewann",
    "lose": "verlieren, verliert, verliere",
    "lost": "verloren, verlorenes, verlor, verlorene",
    "make": "machen, macht, mache, schaffen, schafft, erfüllen, erfüllt",
    "made": "gemacht, geschafft",
    "get": "bekommen, bekommt, bekomme, kriegen, kriegt, kriege, erhalten, erhält, gekriegt",
    "take": "nehmen, nimmt, nehme, genommen, aufnehmen, aufgenommen, nimmt auf, nahm",
    "show": "zeigen, zeigt, gezeigt, aufdecken, vorzeigen, deckt auf",
    "see": "sehen, sieht, gesehen, sah",
    "look at": "ansehen, anschauen, angeschaut, angesehen, nachsehen, nachschauen, angucken, "
    "anzuschauen, anzusehen, gucken, schauen, schaut, guckt, einsehen",
    "dropped": "gefallen, fällt, heruntergefallen, runtergefallen, fiel",
    "forgot": "vergessen, vergisst, vergaß",
    "change": "ändern, geändert, ändert, umentscheiden, abändern",
    "correct": "korrigieren, korrigiert, verbessern, berichtigen",
    "count": "zählen, zählt, gezählt, gelten, gilt",  # without accents also zahlen, zahlt: pay
    "write": "schreiben, aufschreiben, notieren, eintragen",
    "written": "aufgeschrieben, geschrieben, notiert, eingetragen, schrieb",
    "exchange": "tauschen, getauscht, tauscht, austauschen, ausgetauscht",
    "choose": "wählen, wählt, auswählen, ausgewählt, gewählt, aussuchen, ausgesucht, sucht aus",
    "decides": "bestimmen, bestimmt, entscheidet, entscheiden, festlegen",
    "give away": "verraten, verrät",
    "talk": "reden, redet, geredet, sprechen, spricht, gesprochen, quatschen, unterhalten",
    "say": "sagen, sagt, sage",
    "said": "gesagt, sagte",
    "ask": "fragen, fragt, gefragt, nachfragen, frage",
    "leave": "gehen, geht, gegangen, weggehen, aussteigen, ausgestiegen, ausscheiden, verlassen",
    "join": "mitspielen, einsteigen, dazukommen, dazustoßen, mitmachen",
    "replace": "ersetzen, ersetzt, einspringen, einspringt, vertreten",
    "stop": "aufhören, abbrechen, beenden, abgebrochen, Schluss machen",
    "end": "Ende, enden, endet, Schluss, vorbei",
    "start": "Anfang, beginnen, beginnt, begonnen, anfangen, anfängt, angefangen, fängt an, "
    "fange an, fängt",
    "cost": "kosten, kostet",
    "need": "brauchen, braucht, benötigt",
    "missing": "fehlen, fehlt, fehlte",
    "put": "legen, legt, gelegt, hinlegen, hingelegt",
    "lie": "liegen, liegt",
    "beat": "schlagen, schlägt, übertrumpfen, überstechen, übersticht",
    "reach": "erreichen, erreicht",
    "know": "wissen, weiß, weißt",
    "called": "heißt",
    "2": "zwei",
    "3": "drei",
    "4": "vier",
    "5": "fünf",
    "6": "sechs",
    "7": "sieben",
    "8": "acht",
    "9": "neun",
    "10": "zehn",
    "12": "zwölf",
    "13": "dreizehn",
    "14": "vierzehn",
}
"""The same of the words of every sentence."""

BOTH_LANGUAGES: Final[Mapping[str, str]] = {
    "what": "was",
    "one": "man, eins",
    "the": "die, den, des",
    "in": "im",
    "at": "am",
    "has": "hat",
    "was": "war, bin",
    "there": "da",
    "hand": "Hand",
    "want": "will",
    "around": "um",
    "nil": "Null",
    "who": "wen",
    "where": "wo",
    "if": "falls",
    "dropped": "fallen",
    "jack": "Bauer",
    "widow": "Talon, Skat, Stock",
    "signal": "Wink",
    "draw": "Remis",
}
"""Words that are English as well: German only beside others that are not."""

_SUITS: Final = ("heart", "spade", "diamond", "club")
_RANKS: Final = ("ace", "king", "queen", "jack", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_ENDINGS: Final = ("en", "er", "em", "es", "e", "n", "s")
_LONGEST: Final = 4
"""The words of the longest phrase."""
_PART: Final = 3
"""The letters of the shortest part of a compound."""
_MOSTLY: Final = 0.5
"""How much of a question must be German for the words of every sentence to be."""

Table = Mapping[tuple[str, ...], Sequence[str]]
"""What phrases are in English, word by word."""


def in_english(said: list[str]) -> list[str]:
    """Return the words with those that are German in English; small and without accents."""
    if only_german().isdisjoint(said):
        return said
    known = sum(_looked_up((word,), _whole()) is not None for word in said)
    return list(_translated(said, _whole() if known >= _MOSTLY * len(said) else _of_cards()))


def _translated(said: Sequence[str], table: Table) -> Iterator[str]:
    """Yield the words in English, the longest phrases first; what is not in the table as it is."""
    at = 0
    while at < len(said):
        for length in range(min(_LONGEST, len(said) - at), 0, -1):
            phrase = tuple(said[at : at + length])
            if (english := _looked_up(phrase, table)) is not None or length == 1:
                yield from phrase if english is None else english
                at += length
                break


def _looked_up(phrase: tuple[str, ...], table: Table) -> Sequence[str] | None:
    """Return the phrase in English: as it is in the table, a word of it without its ending, or
    with the names of cards put together (Trumpffarbe)."""
    *before, last = phrase
    for form in (last, *(last.removesuffix(ending) for ending in _ENDINGS)):
        if (found := table.get((*before, form))) is not None:
            return found
    for cut in range(_PART, len(last) - _PART + 1) if not before else ():
        first = next(filter(None, map(_of_cards().get, _first_parts(last[:cut]))), None)
        if first and (second := _looked_up((last[cut:],), table)):
            return (*first, *second)
    return None


def _first_parts(part: str) -> Iterator[tuple[str]]:
    """Yield what the first part of a compound may be: Karten(geber), Reizungs(ende)."""
    yield from ((part,), (part.removesuffix("s"),), (part.removesuffix("n"),))


@cache
def _whole() -> Table:
    return {**_table(BOTH_LANGUAGES), **_table(COMMON_WORDS), **_of_cards()}


@cache
def _of_cards() -> Table:
    """Return the words of cards, and each card: Herz König, Herzkönig."""
    words = _table(CARD_WORDS)
    ranks = {**words, **_table(COMMON_WORDS)}
    cards: Table = {
        (suit, rank): [*ranks[rank,], "of", *words[suit,]]
        for (suit,), (rank,) in product(_named(_SUITS, words), _named(_RANKS, ranks))
    }
    return {**words, **cards, **{("".join(card),): english for card, english in cards.items()}}


def _named(those: Collection[str], table: Table) -> Sequence[tuple[str, ...]]:
    """Return what those are in German."""
    return [german for german, english in table.items() if " ".join(english) in those]


@cache
def only_german() -> frozenset[str]:
    """Return the words that tell that a question, or a part of it, is German."""
    phrases = {**_table(COMMON_WORDS), **_of_cards()}
    return frozenset(word for phrase in phrases if len(phrase) == 1 for word in phrase)


def _table(words: Mapping[str, str]) -> Table:
    """Return what each phrase is in English, with umlauts written in both ways."""
    return {
        tuple(without_accents(spelt).split()): english.split()
        for english, german in words.items()
        for phrase in german.casefold().split(", ")
        for spelt in (phrase, phrase.translate(_UMLAUTS))
    }
