"""Seeds that no table uses yet, for servers that share a database."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "seeds",
        sa.Column("commitment", sa.String(64), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
