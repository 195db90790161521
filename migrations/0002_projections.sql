-- Book-keeping of projections, their builds and faults, and of reactors.

-- Queries read through the views in this schema; switching a projection replaces its views.
create schema read;

create table es.projection (
  name        text not null,
  build       integer not null,
  position    bigint not null default 0,
  -- building: filled beside the live one. live: what queries see. standby: the one before, kept current for a rollback.
  -- retired: the one before, no longer kept current. faulted: too many parked keys, waits for an operator.
  status      text not null check (status in ('building', 'live', 'standby', 'retired', 'faulted')),
  paused      boolean not null default false,
  reason      text,
  code_hash   text not null,
  -- The runner stops at this position, so that two builds can be compared there.
  hold_at     bigint,
  owner       text,
  fence       bigint not null default 0,
  lease_until timestamptz,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (name, build)
);

-- The pointer that queries follow, through the views in schema read.
create table es.live (
  name     text primary key,
  build    integer not null,
  previous integer
);

-- A parked key: its first row is the event that failed, the later rows wait behind it in order.
create table es.fault (
  name       text not null,
  build      integer not null,
  position   bigint not null,
  park_key   text not null,
  -- Null on the events that only wait.
  error      text,
  attempts   integer not null default 0,
  decision   text check (decision in ('retry', 'skip')),
  decided_by text,
  reason     text,
  parked_at  timestamptz not null default now(),
  primary key (name, build, position)
);
create index fault_park_key on es.fault (name, build, park_key, position);

-- What operators skipped, and why: a record that outlives the build.
create table es.skipped (
  name       text not null,
  build      integer not null,
  position   bigint not null,
  park_key   text not null,
  error      text,
  decided_by text,
  reason     text,
  skipped_at timestamptz not null default now()
);

-- Reactors do things in the world: their cursor never goes back.
create table es.reactor (
  name        text primary key,
  position    bigint not null,
  paused      boolean not null default false,
  reason      text,
  attempts    integer not null default 0,
  owner       text,
  fence       bigint not null default 0,
  lease_until timestamptz,
  updated_at  timestamptz not null default now()
);
