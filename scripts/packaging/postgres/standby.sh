#!/bin/bash
# Copies the primary once, then follows it.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  pg_basebackup --pgdata="$PGDATA" --slot=standby --write-recovery-conf --checkpoint=fast \
    --dbname="host=primary user=standby application_name=standby"
fi
# A standby needs at least the max_connections of its primary.
exec postgres -c hot_standby=on -c max_connections=200
