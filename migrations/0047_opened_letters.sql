-- Letters about posts that open to lower levels, and letters that are sent again.

alter table newsletters.sending drop constraint sending_kind_check;
alter table newsletters.sending
  add constraint sending_kind_check check (kind in ('post', 'opened', 'daily', 'weekly')),
  -- The post that the run is about; null for digests.
  add column post_id uuid,
  -- How often its author had failed letters sent again.
  add column resends smallint not null default 0;
update newsletters.sending set post_id = sending_id where kind = 'post';
create index sending_post on newsletters.sending (post_id) where post_id is not null;

-- Whether the letter has the part of the post that was for people with a level; null if it was not written, or nobody knows.
alter table newsletters.letter add column is_whole boolean;
update newsletters.letter set is_whole = level_id > 1 where state = 'sent' and level_id is not null;
