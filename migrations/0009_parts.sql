-- What goes with items and is fetched when somebody asks for it: articles, chapters, transcripts, and what robots.txt of
-- their hosts say. Kept for a while so that publishers are asked once. Losing it costs a fetch.

create table feeds.part (
  -- SHA-256 of kind and address, hexadecimal.
  key        text primary key,
  kind       text not null,
  -- JSON of what was found, or why there is nothing.
  content    text,
  refusal    text,
  bytes      integer not null,
  kept_at    timestamptz not null default now(),
  keep_until timestamptz not null,
  check ((content is null) <> (refusal is null))
);
create index part_kept on feeds.part (kept_at);
