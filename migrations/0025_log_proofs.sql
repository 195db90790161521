-- Proofs that nothing of the wallet's part of the log was changed afterwards: each is a digest over the one before it and
-- all the events since, so a changed event changes every later proof, and the last one is kept elsewhere.
-- Made behind the appends, by the worker. docs/decisions/0024-wallet.md has the rules.

create table wallet.proof (
  number        integer primary key,
  -- Of the last event that it covers; it begins behind the one before it.
  last_position bigint not null unique,
  events        integer not null,
  digest        bytea not null,
  made_at       timestamptz not null default now()
);

-- How far events were looked at: most of the log is about other things. One row.
create table wallet.proved (
  position bigint not null
);
insert into wallet.proved values (0);

-- The digest of everything that an event says, in a form that no setting of the server has a say in.
create function wallet.digest_of(e es.event) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    e.position, e.stream, e.version, e.event_id, e.type, (extract(epoch from e.recorded_at) * 1000000)::bigint,
    e.correlation_id, e.causation_id, e.actor, e.data, e.subject_id, encode(e.sealed, 'hex'))::text, 'UTF8'))
$$;

-- Makes the next proof, over at most so many events; answers how many it covers, and null where another does so just now.
create function wallet.prove_next(p_limit integer) returns integer language plpgsql as $$
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
             and e.type like 'wallet.%'
           order by e.position limit p_limit) n
  having count(*) > 0
  returning events, last_position into covered, last;
  update wallet.proved set position = greatest(position, case when covered = p_limit then last else watermark end);
  return coalesce(covered, 0);
end $$;
