#!/bin/bash
# Runs once in a new primary: the role and the slot of the standby.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role standby replication login password :'password';
select pg_create_physical_replication_slot('standby');
SQL
echo "host replication standby all scram-sha-256" >> "$PGDATA/pg_hba.conf"
