-- expand
-- The last backup of the embedded PostgreSQL, for operators. One row, or none where no backups are made.
create table cluster.backup (
  is_only boolean primary key default true check (is_only),
  copied_at timestamptz,
  -- Why the last attempt failed; null if it did not.
  failure text
);
