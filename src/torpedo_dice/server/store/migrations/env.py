"""Alembic's entry point: runs migrations on the connection that `migrate.py` passes."""

from alembic import context

from torpedo_dice.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
