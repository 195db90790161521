-- Unsaved changes of posts, one for each post. The log has what was saved.
create schema if not exists publishing;
create table publishing.autosave (
  post_id       uuid primary key,
  person_id     uuid not null,
  base_revision integer not null,
  save_number   integer not null,
  tab           text not null,
  fields        jsonb not null,
  saved_at      timestamptz not null
);
create index on publishing.autosave (saved_at);
