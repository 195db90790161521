-- expand
-- Files other than pictures in messages. They wait for their message, go with it and are erased like the pictures beside
-- which they are stored (purpose 'file', without width and height).
alter table pictures.picture
  add column name text,
  -- What the bytes are: document, text, audio, video or archive.
  add column kind text;
create index picture_file on pictures.picture (person_id) where purpose = 'file';
