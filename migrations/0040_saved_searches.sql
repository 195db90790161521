-- Searches that people saved for their newsfeed.
create table reading.saved_search (
  person_id uuid not null,
  words     text not null,
  saved_at  timestamptz not null,
  primary key (person_id, words)
);
