-- Book-keeping of projections, their builds and faults, and of reactors.

-- Queries read through the views in this schema; switching a projection replaces its views.
create schema read;

create table es.projection (
  name        text not null,
  build       integer not null,
  position    bigint not null default 0,
  -- filling: copied from the log in bulk, by one rebuild that holds an advisory lock.
  -- building: filled, kept current beside the live one. live: what queries see. standby: the one before, kept current for
  -- a rollback. retired: the one before, made by other code, no longer kept current. faulted: too many parked keys.
  status      text not null check (status in ('filling', 'building', 'live', 'standby', 'retired', 'faulted')),
  paused      boolean not null default false,
  reason      text,
  code_hash   text not null,
  -- The runner stops at this position until that time, so that two builds meet there; the time ends a hold whose
  -- holder was killed.
  hold_at     bigint,
  hold_until  timestamptz,
  owner       text,
  fence       bigint not null default 0,
  lease_until timestamptz,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (name, build)
);

-- The last build number given out. A number is never used twice, so that what writes to a dropped build fails.
create table es.build_number (
  name text primary key,
  last integer not null
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
  -- Null on the events that only wait; the first row of a key always has one.
  error      text,
  attempts   integer not null default 0,
  decision   text check (decision in ('retry', 'skip')),
  decided_by text,
  reason     text,
  parked_at  timestamptz not null default now(),
  primary key (name, build, position)
);
create index fault_park_key on es.fault (name, build, park_key, position);
create index fault_heads on es.fault (name, build, park_key) where error is not null;

-- What operators skipped, and why: a record that outlives the build, and that other builds by the same code respect.
create table es.skipped (
  name       text not null,
  build      integer not null,
  code_hash  text not null,
  position   bigint not null,
  park_key   text not null,
  error      text,
  decided_by text,
  reason     text,
  skipped_at timestamptz not null default now()
);
create index on es.skipped (name, position);

-- Reactors do things in the world: their cursor never goes back.
create table es.reactor (
  name        text primary key,
  position    bigint not null,
  paused      boolean not null default false,
  -- The event that fails at present, how often it was tried, and why it fails.
  failing     bigint,
  attempts    integer not null default 0,
  reason      text,
  owner       text,
  fence       bigint not null default 0,
  lease_until timestamptz,
  updated_at  timestamptz not null default now()
);
