-- How far an empty library has been filled with the demo feeds. Written by the supervisor (scripts/run/supervisor/seed.ts),
-- read by pages while the library fills. At most one row.
create table if not exists meta.seed (
  name text primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
alter table meta.seed
  add column if not exists feeds_total integer not null default 0,
  add column if not exists feeds_done integer not null default 0,
  add column if not exists feeds_failed integer not null default 0;
