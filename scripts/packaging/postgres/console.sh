#!/bin/bash
# Runs once in a new primary: the role of the console. Migrations give it its rights.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v password="$CONSOLE_POSTGRES_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role quire_console login password :'password';
SQL
