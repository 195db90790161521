-- Which items people opened, for their reading history. Apart from the marks, which also cover items that nobody opened.
create table reading.opened (
  person_id uuid not null,
  item_id   text not null,
  opened_at timestamptz not null,
  primary key (person_id, item_id)
);
create index opened_newest on reading.opened (person_id, opened_at desc, item_id);
create index opened_expiry on reading.opened (opened_at);

-- People who turned their reading history off.
create table reading.history_off (
  person_id uuid primary key
);
