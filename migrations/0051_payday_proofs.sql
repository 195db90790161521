-- Proofs of the wallet cover those of paydays, too, so that both chains hold each other.

create or replace function wallet.prove_next(p_limit integer) returns integer language plpgsql as $$
declare
  watermark bigint := es.watermark();
  before  wallet.proof;
  covered integer;
  last    bigint;
begin
  if not pg_try_advisory_xact_lock((1::bigint << 56) | 25) then return null; end if;
  select * into before from wallet.proof order by number desc limit 1;
  insert into wallet.proof (number, last_position, events, digest)
  select coalesce(before.number, 0) + 1, max(n.position), count(*),
         sha256(coalesce(before.digest, '') || string_agg(n.digest, ''::bytea order by n.position))
    from (select e.position, wallet.digest_of(e) as digest from es.event e
           where e.position > (select p.position from wallet.proved p) and e.position <= watermark
             and e.type like any (array['ledger.%', 'wallet.%', 'subscriptions.PaydayProved.%'])
           order by e.position limit p_limit) n
  having count(*) > 0
  returning events, last_position into covered, last;
  update wallet.proved set position = greatest(position, case when covered = p_limit then last else watermark end);
  return coalesce(covered, 0);
end $$;
