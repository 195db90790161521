-- Book-keeping of projections, their builds, their faults, and of reactors.

create schema read;

create table es.projection (
  name        text not null,
  build       integer not null,
  shard       smallint not null default 0,
  shards      smallint not null default 1,
  position    bigint not null default 0,
  status      text not null check (status in ('building', 'live', 'standby', 'paused', 'faulted', 'retired')),
  resume_as   text,
  code_hash   text not null,
  hold_at     bigint,
  owner       text,
  fence       bigint not null default 0,
  lease_until timestamptz,
  updated_at  timestamptz not null default now(),
  reason      text,
  primary key (name, build, shard)
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
  attempts   integer not null default 0,
  error      text not null,
  decision   text check (decision in ('retry', 'skip')),
  decided_by text,
  reason     text,
  parked_at  timestamptz not null default now(),
  primary key (name, build, position)
);
create index fault_key on es.fault (name, build, park_key, position);

-- What operators skipped, and why: a record that outlives the build.
create table es.skipped (
  name       text not null,
  build      integer not null,
  position   bigint not null,
  park_key   text not null,
  error      text not null,
  decided_by text not null,
  reason     text not null,
  skipped_at timestamptz not null default now()
);

create table es.reactor (
  name        text primary key,
  position    bigint not null,
  status      text not null default 'live' check (status in ('live', 'paused', 'faulted')),
  owner       text,
  fence       bigint not null default 0,
  lease_until timestamptz,
  updated_at  timestamptz not null default now(),
  reason      text
);
