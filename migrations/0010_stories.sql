-- What the items of the last days are compared by, to find the same story in several feeds.

create table feeds.headline (
  item_id   text primary key,
  feed_id   text not null,
  -- The item's own page, and the story that it was found to tell.
  page_key  text not null,
  story_key text not null,
  language  text,
  sort_at   timestamptz not null,
  shingles  text[],
  numbers   text[],
  bands     integer[]
);
create index headline_page on feeds.headline (page_key);
create index headline_bands on feeds.headline using gin (bands);
create index headline_age on feeds.headline (sort_at);
