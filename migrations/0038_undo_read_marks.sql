-- What a person's last "mark all as read" replaced, so that it can be undone for a short time.
create table reading.undo (
  person_id uuid primary key,
  position  bigint not null,
  feed_ids  text[] not null,
  -- The read positions before, null for feeds that had none.
  positions bigint[] not null,
  -- Items that were explicitly marked unread.
  unread    text[] not null,
  made_at   timestamptz not null
);
