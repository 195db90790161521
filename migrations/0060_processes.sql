-- expand
-- The processes of all machines, for operators. Each writes its row every few seconds; one that stopped doing so is gone. The
-- rows of ended processes are the history of releases. Times are those of the database, because clocks of machines differ.
create schema cluster;
create table cluster.process (
  process_id uuid primary key,
  role text not null,
  host text not null,
  pid integer not null,
  build text not null,
  phase text not null,
  lag_ms integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz
);
