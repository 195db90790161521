-- Proofs cover what operators do as well as money. Each proof belongs to a scope, which says which events it covers, so
-- that proofs made before a scope existed are verified as they were made. All proofs are one chain: each is a digest over
-- the one before it, of whichever scope. A further scope starts at position 0, so that it covers the past, too.

create table wallet.proof_scope (
  scope        integer primary key,
  types        text[] not null,
  -- Whether it also covers every event that an operator caused, in any module.
  by_operators boolean not null,
  -- How far events were looked at.
  position     bigint not null
);
-- A worker that is making a proof commits first.
select pg_advisory_xact_lock((1::bigint << 56) | 25);
insert into wallet.proof_scope
select 1, array['ledger.%', 'wallet.%', 'subscriptions.PaydayProved.%'], false, position from wallet.proved;
insert into wallet.proof_scope values
  (2, array['operators.%', 'operations.%', 'identity.%', 'reveals.%', 'moderation.%', 'flags.%'], true, 0);

alter table wallet.proof add column scope integer not null default 1 references wallet.proof_scope;
alter table wallet.proof alter column scope drop default;
alter table wallet.proof drop constraint proof_last_position_key;
alter table wallet.proof add unique (scope, last_position);

drop function wallet.prove_next(integer);
drop table wallet.proved;

-- Creates the next proof of a scope over at most p_limit events. Returns the number of events that it covers, or null if
-- another process is creating a proof.
create function wallet.prove_next(p_scope integer, p_limit integer) returns integer language plpgsql as $$
declare
  watermark bigint := es.watermark();
  s       wallet.proof_scope;
  before  wallet.proof;
  covered integer;
  last    bigint;
begin
  if not pg_try_advisory_xact_lock((1::bigint << 56) | 25) then return null; end if;
  select * into strict s from wallet.proof_scope where scope = p_scope;
  select * into before from wallet.proof order by number desc limit 1;
  insert into wallet.proof (number, scope, last_position, events, digest)
  select coalesce(before.number, 0) + 1, p_scope, max(n.position), count(*),
         sha256(coalesce(before.digest, '') || string_agg(n.digest, ''::bytea order by n.position))
    from (select e.position, wallet.digest_of(e) as digest from es.event e
           where e.position > s.position and e.position <= watermark
             and (e.type like any (s.types) or (s.by_operators and e.actor like 'operator:%'))
           order by e.position limit p_limit) n
  having count(*) > 0
  returning events, last_position into covered, last;
  update wallet.proof_scope
     set position = greatest(position, case when covered = p_limit then last else watermark end) where scope = p_scope;
  return coalesce(covered, 0);
end $$;
