-- expand
-- Claimed feeds of which new items become posts of a channel. A feed continues in one channel.
create table imports.continued_feed (
  feed_id    text primary key,
  person_id  uuid not null,
  channel_id integer not null,
  -- The last item that was worked on: the log position of its first event, and its id.
  position   bigint not null,
  item_id    text not null,
  -- Items that could not be taken, and runs that failed in a row.
  refused    integer not null default 0,
  attempts   integer not null default 0,
  due_at     timestamptz not null,
  began_at   timestamptz not null
);
create index continued_feed_person on imports.continued_feed (person_id);
create index continued_feed_due on imports.continued_feed (due_at);
