-- How far people listened to podcasts and videos, so that they go on where they stopped on another device. Written while
-- something plays, so these are rows and no events, as read marks are.
create table reading.listening (
  person_id uuid not null,
  -- The item, and the number of its medium if it has several.
  track_key text not null,
  item_id text not null,
  seconds integer not null,
  -- 0 if it is not known.
  duration_seconds integer not null,
  heard_at timestamptz not null,
  primary key (person_id, track_key)
);
create index listening_newest on reading.listening (person_id, heard_at desc, track_key);
create index listening_expiry on reading.listening (heard_at);
