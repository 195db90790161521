-- Private feeds: a person reads a channel in an app that cannot sign in. Only the digest of a token is stored.
create table publishing.member_feed (
  feed_id     uuid primary key,
  digest      bytea not null unique,
  person_id   uuid not null,
  channel_id  integer not null,
  name        text not null,
  made_at     timestamptz not null,
  used_at     timestamptz,
  -- When its person was told that it is used from many networks.
  warned_at   timestamptz
);
create index on publishing.member_feed (person_id, channel_id);
-- Networks that used a feed, by a keyed digest, for a week.
create table publishing.member_feed_use (
  feed_id uuid not null references publishing.member_feed on delete cascade,
  network bytea not null,
  used_at timestamptz not null,
  primary key (feed_id, network)
);
create index on publishing.member_feed_use (used_at);
