-- WebSub: what publishers' hubs and we agreed on, so that news is told to us at once.

create table feeds.hub_lease (
  feed_id     text primary key,
  hub         text not null,
  -- The address that the feed gives itself.
  topic       text not null,
  -- The end of the address that the hub calls; nobody can guess it.
  callback_id text not null unique,
  -- What the hub signs its news with.
  secret      text not null,
  state       text not null check (state in ('asked', 'live', 'refused', 'ending')),
  -- When the hub is asked next: again, to renew, or to end it.
  ask_at      timestamptz not null,
  -- How often it was asked since it last agreed.
  asked       integer not null default 0,
  lease_until timestamptz
);
create index hub_lease_due on feeds.hub_lease (ask_at);

-- News that hubs sent and no worker has read yet.
create table feeds.hub_news (
  id           bigint generated always as identity primary key,
  feed_id      text not null,
  content_type text,
  body         bytea not null,
  leased_until timestamptz
);
create index hub_news_feed on feeds.hub_news (feed_id);

-- While a hub is believed to tell us of news, the feed itself is looked at less often.
alter table feeds.poll add column pushed_until timestamptz;
