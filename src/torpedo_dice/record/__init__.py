"""Dice derived from a seed, game records, replay and verification. Standard library only."""

from torpedo_dice.record.dice import (
    SCHEME_1,
    SCHEME_2,
    FairDice,
    commitment_of,
    nonce_commitment_of,
)
from torpedo_dice.record.finding import Finding
from torpedo_dice.record.format import (
    FORMAT,
    UNFINISHED,
    VERSION,
    RecordData,
    RecordError,
    digest_of,
    parse_record,
    parse_records,
    read_records,
    record_line,
)
from torpedo_dice.record.journal import (
    GaveUp,
    Journal,
    Moved,
    TakenBack,
    entry_to_data,
    parse_entry,
)
from torpedo_dice.record.recorded_game import RecordedGame
from torpedo_dice.record.recorder import PlayerInfo
from torpedo_dice.record.replay import Replay, ReplayMove, ReplayStep, StepKind
from torpedo_dice.record.verify import verify

__all__ = [
    "FORMAT",
    "SCHEME_1",
    "SCHEME_2",
    "UNFINISHED",
    "VERSION",
    "FairDice",
    "Finding",
    "GaveUp",
    "Journal",
    "Moved",
    "PlayerInfo",
    "RecordData",
    "RecordError",
    "RecordedGame",
    "Replay",
    "ReplayMove",
    "ReplayStep",
    "StepKind",
    "TakenBack",
    "commitment_of",
    "digest_of",
    "entry_to_data",
    "nonce_commitment_of",
    "parse_entry",
    "parse_record",
    "parse_records",
    "read_records",
    "record_line",
    "verify",
]
