"""The longest record that can be written: nobody ever fires."""

from __future__ import annotations

from torpedo_dice.record import FORMAT, SCHEME_1, VERSION, RecordData, digest_of
from torpedo_dice.record.limits import MAX_NAME, MAX_ROUNDS
from torpedo_dice.record.recorder import Recorder, result_data
from torpedo_dice.rules import Fire, Game, Modify, Roll, Sheet, Start, System, Take


def long_record(sheet: Sheet, rounds: int = MAX_ROUNDS, players: int = 4) -> RecordData:
    """Play a training game in which everybody rolls a 1 and takes its pip away, round by round.

    It is unfinished: no seed rolls nothing but 1s.
    """
    game, recorder = Game.new(sheet, "training", players), Recorder()
    game.apply(Start(0))
    for _ in range(rounds):
        recorder.note(game.apply(Roll((1,) * (players + 1))))
        order = game.draft_order
        for pick, seat in enumerate(order):
            recorder.note(game.apply(Take(seat, pick)))
        for seat in order:
            recorder.note(game.apply(Modify(seat, System.ENGINE)))
            recorder.note(game.apply(Fire(seat, ())))
    names = [chr(ord("A") + seat) * MAX_NAME for seat in range(players)]
    record = {
        "format": FORMAT,
        "version": VERSION,
        "mode": "training",
        "options": {"solo_end": "end_of_round", "first": "named"},
        "sheet": sheet.to_data(),
        "players": [{"name": name, "kind": "human"} for name in names],
        "dice": {
            "scheme": SCHEME_1,
            "commitment": "0" * 64,
            "seed": None,
            "nonces": ["ab" * 64] * players,
        },
        "first": 0,
        "rounds": recorder.rounds,
        "result": result_data(game),
    }
    return with_digest(record)


def with_digest(record: RecordData) -> RecordData:
    """Return a record with the digest that it needs."""
    return {**record, "digest": digest_of(record)}
