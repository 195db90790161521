-- Imports of the items that the library has of a claimed feed: they need no upload.
alter table imports.import add column feed_id text;
