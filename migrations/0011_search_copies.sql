-- Copies of what can be searched, in a search cluster beside this database, and which of them answers.

create table es.search_copy (
  -- The name of its index in the cluster.
  name       text primary key,
  -- filling: an operator's backfill writes it. following: kept current with the log.
  status     text not null default 'filling' check (status in ('filling', 'following')),
  -- How far the log is taken in. The log itself is the outbox: what lies behind is still to be sent.
  position   bigint not null,
  -- The last item that filling has sent, so that a backfill that was killed goes on there.
  filled_to  text not null default '' collate "C",
  -- How often sending failed since it last succeeded, and why.
  attempts   integer not null default 0,
  reason     text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Items that the cluster refuses for good: without them the copy goes on.
create table es.search_rejected (
  copy        text not null references es.search_copy (name) on delete cascade,
  item_id     text not null,
  reason      text not null,
  rejected_at timestamptz not null default now(),
  primary key (copy, item_id)
);

-- Who answers searches: a copy, or this database where it is null. One row.
create table es.search_serving (
  is_one      boolean primary key default true check (is_one),
  copy        text references es.search_copy (name),
  switched_at timestamptz not null default now()
);
insert into es.search_serving default values;
