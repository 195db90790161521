-- expand
-- Pictures of what operators withhold: the proxy for pictures and the pictures of this site answer 451 for them. By a digest of
-- the address, because only whole addresses are looked up. Rows are written when a measure is applied and go when it ends.
create schema moderation;
create table moderation.withheld_picture (
  digest bytea not null,
  case_id uuid not null,
  primary key (digest, case_id)
);
create index withheld_picture_case on moderation.withheld_picture (case_id);
