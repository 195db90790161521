-- What people have read. Rows, not facts: there are as many as items times readers, and nobody wants their history.

create schema reading;

-- Items that somebody marked, read or unread, whatever the horizon of their feed says.
create table reading.mark (
  person_id uuid not null,
  item_id   text not null,
  is_read   boolean not null,
  marked_at timestamptz not null,
  primary key (person_id, item_id)
);
create index mark_age on reading.mark (person_id, marked_at);
create index mark_expiry on reading.mark (marked_at);

-- All that a feed had brought by this position of the log is read.
create table reading.horizon (
  person_id uuid not null,
  feed_id   text not null,
  position  bigint not null,
  primary key (person_id, feed_id)
);
