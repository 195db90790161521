-- expand
-- Scripts and styles of the last releases, by the names that contain a digest of their content: a page of one release that is
-- open in a browser asks processes of another one for them.
create table cluster.asset_set (
  build text primary key,
  stored_at timestamptz not null default now()
);
create table cluster.asset (
  build text not null references cluster.asset_set on delete cascade,
  name text not null,
  body bytea not null,
  primary key (name, build)
);
create index asset_build on cluster.asset (build);
