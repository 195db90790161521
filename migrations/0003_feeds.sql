-- When each feed is looked at next: a schedule that workers lease from. Not history; that is in the event store.

create schema feeds;

create table feeds.poll (
  feed_id          text primary key,
  url              text not null,
  next_check_at    timestamptz not null default now(),
  leased_until     timestamptz,
  -- Counts the leases: a worker whose lease ran out settles nothing.
  fence            bigint not null default 0,
  -- Validators byte-exact as the server gave them.
  etag             text,
  last_modified    text,
  body_hash        text,
  -- How often the address redirected for good to the same other address, without a break.
  moved_to         text,
  moved_times      integer not null default 0,
  moved_since      timestamptz,
  failures         integer not null default 0,
  -- How often it was said in a row that the feed is gone for good.
  gone_times       integer not null default 0,
  interval_seconds integer,
  -- When the newest items were published, milliseconds.
  published_ms     jsonb not null default '[]',
  checked_at       timestamptz,
  succeeded_at     timestamptz,
  full_at          timestamptz
);
create index poll_due on feeds.poll (next_check_at);

-- Every address that ever led to a feed, canonical.
create table feeds.address (
  url     text primary key,
  feed_id text not null
);
