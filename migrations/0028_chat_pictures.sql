-- What a picture was brought for. One for a message waits for it, a day at most unless it turns out that the message is
-- there (is_kept), belongs to the message that its owner's client named so, and goes with it.
alter table pictures.picture
  add column purpose   text not null default 'profile',
  add column client_id text,
  add column is_kept   boolean not null default true;
create index picture_message on pictures.picture (person_id, client_id) where client_id is not null;
create index picture_waiting on pictures.picture (made_at) where not is_kept;
