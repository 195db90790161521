-- Files of support tickets. A file is encrypted with its own key; until a message has it, the key is here, sealed for
-- the person, and afterwards only in the ticket.
create table tickets.attachment (
  attachment_id text primary key,
  person_id text not null,
  name_and_key bytea,
  media_type text not null,
  bytes integer not null,
  made_at timestamptz not null,
  is_kept boolean not null default false
);
create index attachment_of on tickets.attachment (person_id, made_at);
create index attachment_waiting on tickets.attachment (made_at) where not is_kept;
