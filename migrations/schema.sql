-- What all migrations together make, to be read and compared. Written by: npm run schema

create schema accounts;

create schema assist;

create schema chat;

create schema cluster;

create schema es;

create schema feeds;

create schema imports;

create schema mail;

create schema media;

create schema meta;

create schema moderation;

create schema newsletters;

create schema operators;

create schema pictures;

create schema publishing;

create schema push;

create schema read;

create schema reading;

create schema sim;

create schema subscriptions;

create schema tickets;

create schema wallet;

create sequence es."position" as bigint increment 1 start 1 cache 1;

CREATE OR REPLACE FUNCTION es.advance(p_stream text, p_expected integer, p_count integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  head integer;
begin
  if p_expected > 0 then
    update es.stream set version = version + p_count
     where stream = p_stream and version = p_expected returning version into head;
  elsif p_expected = 0 then
    insert into es.stream values (p_stream, p_count) on conflict do nothing returning version into head;
  else
    insert into es.stream as s values (p_stream, p_count)
      on conflict (stream) do update set version = s.version + p_count returning s.version into head;
  end if;
  if head is null then
    raise exception 'stream % is not at version %', p_stream, p_expected using errcode = 'ES001',
      detail = jsonb_build_object('stream', p_stream, 'expected', p_expected, 'actual',
                                  coalesce((select version from es.stream where stream = p_stream), 0));
  end if;
  return head - p_count;
end $function$
;

CREATE OR REPLACE FUNCTION es.append(p_command uuid, p_streams jsonb, p_events jsonb, p_correlation uuid, p_causation uuid, p_actor text, p_answer jsonb, OUT "position" bigint, OUT version integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  item   record;
  names  text[];
  before integer[];
  starts integer[];
  floor  text;
begin
  for item in
    select s.no, s.stream, s.expected, s.count, (sum(s.count) over (order by s.no))::integer - s.count as start
      from rows from (jsonb_to_recordset(p_streams) as (stream text, expected integer, count integer))
             with ordinality s(stream, expected, count, no)
     order by s.stream collate "C"
  loop
    names[item.no] := item.stream;
    starts[item.no] := item.start;
    before[item.no] := es.advance(item.stream, item.expected, item.count);
    if item.no = 1 then version := before[1] + item.count; end if;
  end loop;
  floor := pg_advisory_xact_lock_shared((7::bigint << 56) | pg_sequence_last_value('es.position'));
  insert into es.event
    (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
  select nextval('es.position'), names[s.no], before[s.no] + e.no::integer - starts[s.no], e.id, e.type,
         p_correlation, p_causation, p_actor, e.data, e.subject, decode(e.sealed, 'base64')
    from rows from (jsonb_to_recordset(p_events) as (id uuid, type text, data jsonb, subject uuid, sealed text))
           with ordinality e(id, type, data, subject, sealed, no),
         width_bucket(e.no::integer - 1, starts) s(no);
  "position" := currval('es.position');
  insert into es.command values (p_command, "position", version, p_answer);
end $function$
;

CREATE OR REPLACE FUNCTION es.append_batch(p_stream text, p_expected integer, p_commands jsonb, p_events jsonb, OUT before integer, OUT positions bigint[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  floor text;
begin
  before := es.advance(p_stream, p_expected, jsonb_array_length(p_events));
  floor := pg_advisory_xact_lock_shared((7::bigint << 56) | pg_sequence_last_value('es.position'));
  with event as (
    insert into es.event as e
      (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
    select nextval('es.position'), p_stream, before + x.no::integer, x.id, x.type,
           x.correlation, x.causation, x.actor, x.data, x.subject, decode(x.sealed, 'base64')
      from rows from (jsonb_to_recordset(p_events) as
             (id uuid, type text, data jsonb, subject uuid, sealed text, correlation uuid, causation uuid, actor text))
             with ordinality x(id, type, data, subject, sealed, correlation, causation, actor, no)
    returning e.position
  )
  select array_agg(event.position order by event.position) into positions from event;
  insert into es.command
  select c.id, positions[c.last], before + c.last, c.answer
    from jsonb_to_recordset(p_commands) as c(id uuid, last integer, answer jsonb);
end $function$
;

CREATE OR REPLACE FUNCTION es.append_one(p_command uuid, p_stream text, p_expected integer, p_event_id uuid, p_type text, p_data jsonb, p_subject uuid, p_sealed bytea, p_correlation uuid, p_causation uuid, p_actor text, p_answer jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  head  integer;
  floor text;
  pos   bigint;
begin
  if p_expected > 0 then
    update es.stream set version = version + 1
     where stream = p_stream and version = p_expected returning version into head;
  elsif p_expected = 0 then
    insert into es.stream values (p_stream, 1) on conflict do nothing returning version into head;
  end if;
  if head is null then
    head := es.advance(p_stream, p_expected, 1) + 1;
  end if;
  floor := pg_advisory_xact_lock_shared((7::bigint << 56) | pg_sequence_last_value('es.position'));
  pos := nextval('es.position');
  insert into es.event
    (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
  values
    (pos, p_stream, head, p_event_id, p_type, p_correlation, p_causation, p_actor, p_data, p_subject, p_sealed);
  insert into es.command values (p_command, pos, head, p_answer);
  return pos;
end $function$
;

CREATE OR REPLACE FUNCTION es.append_together(p_commands jsonb, p_streams jsonb, p_events jsonb, p_booked jsonb, OUT before integer[], OUT positions bigint[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  item  record;
  names text[];
  floor text;
begin
  for item in
    select s.no, s.stream, s.expected, s.count
      from rows from (jsonb_to_recordset(p_streams) as (stream text, expected integer, count integer))
             with ordinality s(stream, expected, count, no)
     order by s.stream collate "C"
  loop
    names[item.no] := item.stream;
    before[item.no] := es.advance(item.stream, item.expected, item.count);
  end loop;
  floor := pg_advisory_xact_lock_shared((7::bigint << 56) | pg_sequence_last_value('es.position'));
  with event as (
    insert into es.event as e
      (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
    select nextval('es.position'), names[x.no], before[x.no] + x.place, x.id, x.type,
           x.correlation, x.causation, x.actor, x.data, x.subject, decode(x.sealed, 'base64')
      from jsonb_to_recordset(p_events) as x(no integer, place integer, id uuid, type text, data jsonb, subject uuid,
             sealed text, correlation uuid, causation uuid, actor text)
    returning e.position
  )
  select array_agg(event.position order by event.position) into positions from event;
  insert into es.command
  select c.id, positions[c.last], before[c.no] + c.place, c.answer
    from jsonb_to_recordset(p_commands) as c(id uuid, last integer, no integer, place integer, answer jsonb);
end $function$
;

CREATE OR REPLACE FUNCTION es.ensure_partitions(size bigint DEFAULT 50000000, ahead bigint DEFAULT 25000000)
 RETURNS integer
 LANGUAGE plpgsql
 SET lock_timeout TO '5s'
AS $function$
declare
  head  bigint;
  low   bigint;
  name  text;
  made  integer := 0;
begin
  -- Advisory keys with the high byte 1 are jobs that run once at a time; the high byte 7 is the floor lock's.
  perform pg_advisory_xact_lock((1::bigint << 56) | 2);
  select last_value into head from es.position;
  loop
    select coalesce(max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''?(\d+)''?\)'))[1]::bigint), 0)
      into low
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'es.event'::regclass;
    exit when low >= head + ahead;
    name := 'event_from_' || low;
    execute format('create table es.%I (like es.event including defaults including constraints)', name);
    -- Unique within the partition; es.stream guards the version across partitions.
    execute format('create unique index on es.%I (stream, version)', name);
    execute format('alter table es.event attach partition es.%I for values from (%s) to (%s)', name, low, low + size);
    made := made + 1;
  end loop;
  return made;
end $function$
;

CREATE OR REPLACE FUNCTION es.head()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select position from es.event order by position desc limit 1), 0)
$function$
;

CREATE OR REPLACE FUNCTION es.watermark()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  head  bigint;
  floor bigint;
  last  bigint;
begin
  select last_value into head from es.position;
  select min(((classid::bigint & 16777215) << 32) | objid::bigint) into floor
    from pg_locks
   where locktype = 'advisory' and objsubid = 1 and classid::bigint >> 24 = 7
     and database = (select oid from pg_database where datname = current_database());
  last := es.head();
  return least(head, coalesce(floor, head), last);
end $function$
;

CREATE OR REPLACE FUNCTION wallet.begin_sweep(p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_fee numeric, p_at timestamp with time zone, p_due timestamp with time zone, p_needed integer)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  insert into wallet.withdrawal (withdrawal_id, asset_type_id, person_id, phase, amount, fee, requested_at, due_at,
    approvals_needed)
  values (p_id, p_asset, p_person, 'requested', p_amount, p_fee, p_at, p_due, p_needed)
  on conflict (withdrawal_id) do nothing;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.begin_withdrawal(p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_fee numeric, p_at timestamp with time zone, p_due timestamp with time zone, p_needed integer, p_person_most numeric, p_all_most numeric, p_large_from numeric, p_unsigned_most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_person   numeric;
  v_all      numeric;
  v_unsigned bigint;
begin
  perform pg_advisory_xact_lock(hashtext('wallet.withdrawal'), p_asset);
  -- The same command again: the append will find that it was carried out.
  if exists (select from wallet.withdrawal where withdrawal_id = p_id) then
    return p_answer;
  end if;
  select count(*) into v_unsigned from wallet.withdrawal
   where asset_type_id = p_asset and person_id = p_person and phase in ('requested', 'approved', 'built')
     and signed_at is null;
  if v_unsigned >= p_unsigned_most then
    raise exception 'too many withdrawals of asset % wait', p_asset using errcode = 'BK001',
      detail = '{"reason": "unsigned"}';
  end if;
  select coalesce(sum(amount) filter (where person_id = p_person), 0), coalesce(sum(amount), 0) into v_person, v_all
    from wallet.withdrawal
   where asset_type_id = p_asset and requested_at > p_at - interval '24 hours' and phase not in ('cancelled', 'failed')
     and person_id <> '00000000-0000-7000-8000-000000000000';
  if v_person + p_amount > p_person_most or v_all + p_amount > p_all_most then
    raise exception 'more than a day of asset % allows', p_asset using errcode = 'BK001', detail =
      jsonb_build_object('reason', case when v_person + p_amount > p_person_most then 'personLimit' else 'allLimit' end);
  end if;
  if (v_person + p_amount >= p_large_from) <> (p_needed > 0) then
    raise exception 'withdrawal % was decided upon other sums', p_id using errcode = 'BK001',
      detail = '{"reason": "size"}';
  end if;
  insert into wallet.withdrawal (withdrawal_id, asset_type_id, person_id, phase, amount, fee, requested_at, due_at,
    approvals_needed)
  values (p_id, p_asset, p_person, 'requested', p_amount, p_fee, p_at, p_due, p_needed);
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.book(p_answer jsonb, p_accounts text[], p_events uuid[], p_amounts numeric[], p_holds numeric[], p_hot boolean[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_account text;
  v_amount  numeric(38,0);
  v_hold    numeric(38,0);
  v_balance numeric(38,0);
  v_number  integer;
  reason    text;
begin
  for i in 1 .. cardinality(p_accounts) loop
    v_account := p_accounts[i];
    v_amount := p_amounts[i];
    v_hold := p_holds[i];
    if p_hot[i] then
      insert into wallet.hot_entry values (v_account, p_events[i], v_amount);
      continue;
    end if;
    v_number := null;
    -- Another transaction has let the same hold go: what was decided rests on an older state, which is a conflict.
    if v_hold < 0 and not exists (select from wallet.account where account = v_account and held + v_hold >= 0 for update) then
      raise exception 'less is held on account % than % would let go', v_account, v_hold using errcode = 'ES001',
        detail = jsonb_build_object('stream', v_account, 'expected', 1, 'actual', 2);
    end if;
    update wallet.account set posted = posted + v_amount, held = held + v_hold, entries = entries + (v_amount <> 0)::integer
     where account = v_account and posted + v_amount >= held + v_hold
    returning posted, entries into v_balance, v_number;
    if v_number is null and v_amount >= v_hold and v_hold >= 0 then
      insert into wallet.account as a values (v_account, v_amount, v_hold, (v_amount <> 0)::integer, false)
      on conflict (account) do update
        set posted = a.posted + v_amount, held = a.held + v_hold, entries = a.entries + (v_amount <> 0)::integer
      returning posted, entries into v_balance, v_number;
    end if;
    if v_number is null then
      reason := 'short';
    elsif v_amount < v_hold and exists (select from wallet.frozen where owner = split_part(v_account, ':', 3)) then
      reason := 'frozen';
    end if;
    if reason is not null then
      raise exception 'account % is %', v_account, reason using errcode = 'BK001',
        detail = jsonb_build_object('reason', reason, 'account', v_account);
    end if;
    if v_amount <> 0 then
      insert into wallet.entry values (v_account, v_number, p_events[i], v_amount, v_balance);
    end if;
  end loop;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.close_owner(p_answer jsonb, p_owner text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  perform from wallet.account where split_part(account, ':', 3) = p_owner and not hot order by account for update;
  perform wallet.lock_owner(p_owner, true);
  if exists (
    select from wallet.account where split_part(account, ':', 3) = p_owner and not hot and (posted <> 0 or held <> 0)
  ) then
    raise exception 'owner % has something', p_owner using errcode = 'BK001', detail = '{"reason": "owned"}';
  end if;
  insert into wallet.closed_owner values (p_owner) on conflict do nothing;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.count_unverified_donation(p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_at timestamp with time zone, p_max numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_donated numeric;
begin
  delete from wallet.unverified_donation
   where person_id = p_person and asset_type_id = p_asset and donated_at <= p_at - interval '24 hours';
  select coalesce(sum(amount), 0) into v_donated
    from wallet.unverified_donation
   where person_id = p_person and asset_type_id = p_asset and donation_id <> p_id;
  if v_donated + p_amount > p_max then
    raise exception 'donations of asset % above the daily limit without verification', p_asset using errcode = 'BK001',
      detail = '{"reason": "unverifiedDonationMax"}';
  end if;
  insert into wallet.unverified_donation values (p_id, p_person, p_asset, p_amount, p_at) on conflict do nothing;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.digest_of(e es.event)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(convert_to(jsonb_build_array(
    e.position, e.stream, e.version, e.event_id, e.type, (extract(epoch from e.recorded_at) * 1000000)::bigint,
    e.correlation_id, e.causation_id, e.actor, e.data, e.subject_id, encode(e.sealed, 'hex'))::text, 'UTF8'))
$function$
;

CREATE OR REPLACE FUNCTION wallet.flush_hot_entries(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  folded integer;
begin
  -- Once at a time: the numbers of an account's entries are drawn here.
  perform pg_advisory_xact_lock((1::bigint << 56) | 20);
  with taken as (
    delete from wallet.hot_entry
     where ctid = any (array(select ctid from wallet.hot_entry limit p_limit for update skip locked))
    returning account, event_id, amount
  ), totals as (
    insert into wallet.account as a
    select account, sum(amount), 0, count(*), true from taken group by account order by account
    on conflict (account) do update set posted = a.posted + excluded.posted, entries = a.entries + excluded.entries
    returning account, posted, entries
  ), numbered as (
    select t.account, t.event_id, t.amount,
           sum(t.amount) over later as later_amounts, count(*) over later as later_entries
      from taken t
    window later as (partition by t.account order by t.event_id desc, t.amount rows between unbounded preceding and 1 preceding)
  ), written as (
    insert into wallet.entry
    select n.account, t.entries - n.later_entries, n.event_id, n.amount, t.posted - coalesce(n.later_amounts, 0)
      from numbered n join totals t using (account)
    returning 1
  )
  select count(*) into folded from written;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.guard_credit(p_answer jsonb, p_owner text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  perform wallet.lock_owner(p_owner, false);
  if exists (select from wallet.closed_owner where owner = p_owner) then
    raise exception 'owner % has left', p_owner using errcode = 'BK001', detail = '{"reason": "closed"}';
  end if;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.keep_address(p_answer jsonb, p_script text, p_owner text, p_asset integer, p_index integer)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  insert into wallet.address values (p_script, p_owner, p_asset, p_index);
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.lock_owner(p_owner text, p_exclusive boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p_exclusive then
    perform pg_advisory_xact_lock(hashtextextended('wallet.owner:' || p_owner, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('wallet.owner:' || p_owner, 0));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.move_withdrawal(p_answer jsonb, p_id text, p_phase text, p_frees boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  update wallet.withdrawal set phase = p_phase where withdrawal_id = p_id;
  if p_frees then
    delete from wallet.withdrawal_input where withdrawal_id = p_id;
  end if;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.note_approval(p_answer jsonb, p_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  update wallet.withdrawal set approvals = approvals + 1 where withdrawal_id = p_id;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.note_signed(p_answer jsonb, p_id text, p_txid text, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  update wallet.withdrawal set signed_at = coalesce(signed_at, p_at) where withdrawal_id = p_id;
  insert into wallet.own_transaction
  select asset_type_id, p_txid from wallet.withdrawal where withdrawal_id = p_id
  on conflict do nothing;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.note_subsidy(p_answer jsonb, p_id text, p_fee numeric, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  update wallet.withdrawal
     set subsidy = greatest(0, p_fee - fee), subsidy_at = case when p_fee > fee then p_at end
   where withdrawal_id = p_id;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.prove_next(p_scope integer, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION wallet.reset_approvals(p_answer jsonb, p_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  update wallet.withdrawal
     set approvals = 0, approvals_needed = greatest(1, approvals_needed), subsidy = 0, subsidy_at = null
   where withdrawal_id = p_id;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.resume_chain(p_answer jsonb, p_asset integer, p_cursor text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  update wallet.chain set halted = null, cursor = p_cursor where asset_type_id = p_asset;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.set_frozen(p_answer jsonb, p_owner text, p_frozen boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  if p_frozen then
    insert into wallet.frozen values (p_owner) on conflict do nothing;
  else
    delete from wallet.frozen where owner = p_owner;
  end if;
  return p_answer;
end $function$
;

CREATE OR REPLACE FUNCTION wallet.take_inputs(p_answer jsonb, p_id text, p_asset integer, p_txids text[], p_vouts integer[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  insert into wallet.withdrawal_input
  select p_asset, txid, vout, p_id from unnest(p_txids, p_vouts) as i (txid, vout) order by txid, vout
  on conflict do nothing;
  if exists (
    select from unnest(p_txids, p_vouts) as i (txid, vout) join wallet.withdrawal_input t using (txid, vout)
     where t.asset_type_id = p_asset and t.withdrawal_id <> p_id
  ) then
    raise exception 'a coin of withdrawal % is another one''s', p_id using errcode = 'BK001',
      detail = '{"reason": "coins"}';
  end if;
  return p_answer;
end $function$
;

create table accounts.attempt (
  name text not null,
  key text not null,
  began_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  count integer not null,
  constraint attempt_pkey PRIMARY KEY (name, key)
);

create table accounts.browser (
  person_id uuid not null,
  hash bytea not null,
  seen_at timestamp with time zone not null,
  constraint browser_pkey PRIMARY KEY (person_id, hash)
);

create table accounts.farewell (
  subject_id uuid not null,
  erase_at timestamp with time zone not null,
  constraint farewell_pkey PRIMARY KEY (subject_id)
);

create table accounts.session (
  session_id uuid not null,
  token_hash bytea not null,
  previous_hash bytea,
  previous_until timestamp with time zone,
  person_id uuid not null,
  second_step_pending boolean default false not null,
  device text not null,
  network text not null,
  opened_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  rotated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint session_pkey PRIMARY KEY (session_id),
  constraint session_previous_hash_key UNIQUE (previous_hash),
  constraint session_token_hash_key UNIQUE (token_hash)
);

create table assist.answer (
  key text not null,
  language text not null,
  text text not null,
  made_at timestamp with time zone default now() not null,
  constraint answer_pkey PRIMARY KEY (key)
);

create table assist.spent (
  day date not null,
  person text not null,
  characters bigint not null,
  constraint spent_pkey PRIMARY KEY (day, person)
);

create unlogged table chat.node (
  node_id uuid not null,
  name text not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  connections integer not null,
  people integer not null,
  has_broker boolean not null,
  is_draining boolean default false not null,
  constraint node_pkey PRIMARY KEY (node_id)
);

create unlogged table chat.presence (
  person_id uuid not null,
  node_id uuid not null,
  until timestamp with time zone,
  constraint presence_pkey PRIMARY KEY (person_id, node_id)
);

create table cluster.asset (
  build text not null,
  name text not null,
  body bytea not null,
  constraint asset_pkey PRIMARY KEY (name, build)
);

create table cluster.asset_set (
  build text not null,
  stored_at timestamp with time zone default now() not null,
  constraint asset_set_pkey PRIMARY KEY (build)
);

create table cluster.backup (
  is_only boolean default true not null,
  copied_at timestamp with time zone,
  failure text,
  log_failure text,
  upload_failure text,
  constraint backup_is_only_check CHECK (is_only),
  constraint backup_pkey PRIMARY KEY (is_only)
);

create table cluster.build_task (
  task_id uuid not null,
  kind text not null,
  projection text not null,
  build integer,
  must_be_equal boolean default false not null,
  requested_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  refusal text,
  constraint build_task_kind_check CHECK ((kind = ANY (ARRAY['rebuild'::text, 'verify'::text, 'switch'::text, 'drop'::text]))),
  constraint build_task_pkey PRIMARY KEY (task_id)
);

create table cluster.process (
  process_id uuid not null,
  role text not null,
  host text not null,
  pid integer not null,
  build text not null,
  phase text not null,
  lag_ms integer not null,
  started_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  version text,
  works boolean default false not null,
  invalid_queries integer default 0 not null,
  constraint process_pkey PRIMARY KEY (process_id)
);

create table es.build_number (
  name text not null,
  last integer not null,
  constraint build_number_pkey PRIMARY KEY (name)
);

create table es.command (
  command_id uuid not null,
  "position" bigint not null,
  version integer not null,
  answer jsonb,
  constraint command_pkey PRIMARY KEY (command_id)
);

create table es.era (
  number integer not null,
  era_id uuid not null,
  began_at timestamp with time zone default now() not null,
  from_position bigint not null,
  cause text not null,
  system_identifier text not null,
  timeline integer not null,
  is_synchronous boolean not null,
  constraint era_cause_check CHECK ((cause = ANY (ARRAY['first'::text, 'failover'::text, 'moved'::text, 'restored'::text]))),
  constraint era_pkey PRIMARY KEY (number),
  constraint era_era_id_key UNIQUE (era_id)
);

create table es.event (
  "position" bigint not null,
  stream text collate "C" not null,
  version integer not null,
  event_id uuid not null,
  type text collate "C" not null,
  recorded_at timestamp with time zone default clock_timestamp() not null,
  correlation_id uuid not null,
  causation_id uuid not null,
  actor text not null,
  data jsonb not null,
  subject_id uuid,
  sealed bytea,
  constraint event_pkey PRIMARY KEY ("position")
) partition by RANGE ("position");

create table es.fault (
  name text not null,
  build integer not null,
  "position" bigint not null,
  park_key text not null,
  error text,
  attempts integer default 0 not null,
  decision text,
  decided_by text,
  reason text,
  parked_at timestamp with time zone default now() not null,
  constraint fault_decision_check CHECK ((decision = ANY (ARRAY['retry'::text, 'skip'::text]))),
  constraint fault_pkey PRIMARY KEY (name, build, "position")
);

create table es.live (
  name text not null,
  build integer not null,
  previous integer,
  constraint live_pkey PRIMARY KEY (name)
);

create table es.projection (
  name text not null,
  build integer not null,
  "position" bigint default 0 not null,
  status text not null,
  paused boolean default false not null,
  reason text,
  code_hash text not null,
  hold_at bigint,
  hold_until timestamp with time zone,
  owner text,
  fence bigint default 0 not null,
  lease_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint projection_status_check CHECK ((status = ANY (ARRAY['filling'::text, 'building'::text, 'live'::text, 'standby'::text, 'retired'::text, 'faulted'::text]))),
  constraint projection_pkey PRIMARY KEY (name, build)
);

create table es.reactor (
  name text not null,
  "position" bigint not null,
  paused boolean default false not null,
  failing bigint,
  attempts integer default 0 not null,
  reason text,
  owner text,
  fence bigint default 0 not null,
  lease_until timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint reactor_pkey PRIMARY KEY (name)
);

create table es.search_copy (
  name text not null,
  status text default 'filling'::text not null,
  "position" bigint not null,
  filled_to text collate "C" default ''::text not null,
  attempts integer default 0 not null,
  reason text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  era_id uuid,
  resent_to text collate "C",
  constraint search_copy_status_check CHECK ((status = ANY (ARRAY['filling'::text, 'following'::text]))),
  constraint search_copy_pkey PRIMARY KEY (name)
);

create table es.search_rejected (
  copy text not null,
  item_id text not null,
  reason text not null,
  rejected_at timestamp with time zone default now() not null,
  constraint search_rejected_pkey PRIMARY KEY (copy, item_id)
);

create table es.search_serving (
  is_one boolean default true not null,
  copy text,
  switched_at timestamp with time zone default now() not null,
  constraint search_serving_is_one_check CHECK (is_one),
  constraint search_serving_pkey PRIMARY KEY (is_one)
);

create table es.skipped (
  name text not null,
  build integer not null,
  code_hash text not null,
  "position" bigint not null,
  park_key text not null,
  error text,
  decided_by text,
  reason text,
  skipped_at timestamp with time zone default now() not null
);

create table es.snapshot (
  stream text collate "C" not null,
  fold_hash text not null,
  version integer not null,
  state jsonb not null,
  constraint snapshot_pkey PRIMARY KEY (stream, fold_hash)
);

create table es.stream (
  stream text collate "C" not null,
  version integer not null,
  constraint stream_pkey PRIMARY KEY (stream)
) with (fillfactor=80);

create table es.subject_key (
  subject_id uuid not null,
  wrapped bytea,
  created_at timestamp with time zone default now() not null,
  shredded_at timestamp with time zone,
  constraint subject_key_pkey PRIMARY KEY (subject_id)
);

create table feeds.address (
  url text not null,
  feed_id text not null,
  constraint address_pkey PRIMARY KEY (url)
);

create table feeds.document (
  feed_id text not null,
  items jsonb not null,
  constraint document_pkey PRIMARY KEY (feed_id)
);

create table feeds.headline (
  item_id text not null,
  feed_id text not null,
  page_key text not null,
  story_key text not null,
  language text,
  sort_at timestamp with time zone not null,
  shingles text[],
  numbers text[],
  bands integer[],
  constraint headline_pkey PRIMARY KEY (item_id)
);

create table feeds.hub_lease (
  feed_id text not null,
  hub text not null,
  topic text not null,
  callback_id text not null,
  secret text not null,
  state text not null,
  ask_at timestamp with time zone not null,
  asked integer default 0 not null,
  lease_until timestamp with time zone,
  constraint hub_lease_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'live'::text, 'refused'::text, 'ending'::text]))),
  constraint hub_lease_pkey PRIMARY KEY (feed_id),
  constraint hub_lease_callback_id_key UNIQUE (callback_id)
);

create table feeds.hub_news (
  id bigint generated always as identity not null,
  feed_id text not null,
  content_type text,
  body bytea not null,
  leased_until timestamp with time zone,
  constraint hub_news_pkey PRIMARY KEY (id)
);

create table feeds.part (
  key text not null,
  kind text not null,
  content text,
  refusal text,
  bytes integer not null,
  kept_at timestamp with time zone default now() not null,
  keep_until timestamp with time zone not null,
  constraint part_check CHECK (((content IS NULL) <> (refusal IS NULL))),
  constraint part_pkey PRIMARY KEY (key)
);

create table feeds.poll (
  feed_id text not null,
  url text not null,
  next_check_at timestamp with time zone default now() not null,
  leased_until timestamp with time zone,
  fence bigint default 0 not null,
  etag text,
  last_modified text,
  body_hash text,
  moved_to text,
  moved_times integer default 0 not null,
  moved_since timestamp with time zone,
  failures integer default 0 not null,
  gone_times integer default 0 not null,
  interval_seconds integer,
  published_ms jsonb default '[]'::jsonb not null,
  checked_at timestamp with time zone,
  succeeded_at timestamp with time zone,
  full_at timestamp with time zone,
  content_hash text,
  failure text,
  failure_status integer,
  failure_detail text,
  failing_since timestamp with time zone,
  kept boolean default false not null,
  wanted_at timestamp with time zone,
  pushed_until timestamp with time zone,
  constraint poll_pkey PRIMARY KEY (feed_id)
) with (fillfactor=60, autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_threshold=500);

create table imports.continued_feed (
  feed_id text not null,
  person_id uuid not null,
  channel_id integer not null,
  "position" bigint not null,
  item_id text not null,
  refused integer default 0 not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  began_at timestamp with time zone not null,
  constraint continued_feed_pkey PRIMARY KEY (feed_id)
);

create table imports.entry (
  import_id uuid not null,
  number integer not null,
  source_id text not null,
  title text not null,
  published_at timestamp with time zone,
  is_draft boolean not null,
  level_id integer not null,
  notes text[] not null,
  outcome text,
  problem text,
  post_id uuid,
  files integer default 0 not null,
  missing jsonb default '[]'::jsonb not null,
  constraint entry_pkey PRIMARY KEY (import_id, number)
);

create table imports.file (
  person_id uuid not null,
  origin text not null,
  media_id uuid not null,
  taken_at timestamp with time zone not null,
  constraint file_pkey PRIMARY KEY (person_id, origin)
);

create table imports.import (
  import_id uuid not null,
  person_id uuid not null,
  channel_id integer not null,
  upload_id uuid,
  name text not null,
  bytes bigint not null,
  source text,
  state text not null,
  problem text,
  options jsonb not null,
  people integer default 0 not null,
  attempts integer default 0 not null,
  skipped integer[] default '{}'::integer[] not null,
  due_at timestamp with time zone not null,
  began_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  feed_id text,
  constraint import_pkey PRIMARY KEY (import_id)
);

create table mail.message (
  message_id uuid not null,
  subject_id uuid not null,
  kind text not null,
  locale text not null,
  about jsonb not null,
  sealed bytea not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  made_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  reply text,
  constraint message_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'bounced'::text, 'expired'::text]))),
  constraint message_pkey PRIMARY KEY (message_id)
);

create table media.file (
  media_id uuid not null,
  person_id uuid not null,
  bytes bigint not null,
  stored_at timestamp with time zone not null,
  constraint file_pkey PRIMARY KEY (media_id)
);

create table media.part (
  media_id uuid not null,
  first bigint not null,
  bytes bigint not null,
  name text not null,
  constraint part_pkey PRIMARY KEY (media_id, first)
);

create table media.upload (
  media_id uuid not null,
  person_id uuid not null,
  name text not null,
  bytes bigint not null,
  received bigint default 0 not null,
  parts integer default 0 not null,
  state text default 'open'::text not null,
  problem text,
  detail text,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  began_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  purpose text default 'media'::text not null,
  constraint upload_pkey PRIMARY KEY (media_id)
);

create table meta.migration (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  kind text default 'contract'::text not null,
  constraint migration_pkey PRIMARY KEY (number)
);

create table meta.seed (
  name text not null,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  feeds_total integer default 0 not null,
  feeds_done integer default 0 not null,
  feeds_failed integer default 0 not null,
  constraint seed_pkey PRIMARY KEY (name)
);

create table moderation.withheld_picture (
  digest bytea not null,
  case_id uuid not null,
  constraint withheld_picture_pkey PRIMARY KEY (digest, case_id)
);

create table newsletters.day (
  day date not null,
  letters integer not null,
  constraint day_pkey PRIMARY KEY (day)
);

create table newsletters.letter (
  letter_id bigint generated always as identity not null,
  sending_id uuid not null,
  person_id uuid not null,
  batch integer not null,
  state text not null,
  reason text,
  is_uncertain boolean default false not null,
  level_id smallint,
  attempts smallint default 0 not null,
  due_at timestamp with time zone not null,
  address text,
  reply text,
  settled_at timestamp with time zone,
  bounced_at timestamp with time zone,
  opened_at timestamp with time zone,
  is_whole boolean,
  constraint letter_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'excluded'::text]))),
  constraint letter_pkey PRIMARY KEY (sending_id, person_id)
);

create table newsletters.sending (
  sending_id uuid not null,
  kind text not null,
  channel_id integer,
  author_id uuid,
  state text not null,
  is_told boolean default false not null,
  epoch integer default 0 not null,
  due_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  cancelled_by text,
  post_id uuid,
  resends smallint default 0 not null,
  constraint sending_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'opened'::text, 'daily'::text, 'weekly'::text]))),
  constraint sending_state_check CHECK ((state = ANY (ARRAY['held'::text, 'running'::text, 'finished'::text, 'cancelled'::text]))),
  constraint sending_pkey PRIMARY KEY (sending_id)
);

create table newsletters.soft_bounce (
  address text not null,
  letter_id bigint not null,
  bounced_at timestamp with time zone not null,
  constraint soft_bounce_pkey PRIMARY KEY (address, letter_id)
);

create table newsletters.suppression (
  address text not null,
  channel_id integer not null,
  reason text not null,
  made_at timestamp with time zone not null,
  constraint suppression_pkey PRIMARY KEY (address, channel_id)
);

create table operators.session (
  session_id uuid not null,
  operator_id uuid not null,
  token_hash bytea not null,
  device text not null,
  network text not null,
  opened_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  kind text default 'browser'::text not null,
  constraint session_kind_check CHECK ((kind = ANY (ARRAY['browser'::text, 'terminal'::text]))),
  constraint session_pkey PRIMARY KEY (session_id),
  constraint session_token_hash_key UNIQUE (token_hash)
);

create table operators.terminal_request (
  request_id uuid not null,
  code_hash bytea not null,
  secret_hash bytea not null,
  device text not null,
  requested_at timestamp with time zone not null,
  operator_id uuid,
  constraint terminal_request_pkey PRIMARY KEY (request_id)
);

create table pictures.picture (
  key text not null,
  person_id uuid not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  made_at timestamp with time zone not null,
  purpose text default 'profile'::text not null,
  client_id text,
  is_kept boolean default true not null,
  name text,
  kind text,
  constraint picture_pkey PRIMARY KEY (key)
);

create table publishing.autosave (
  post_id uuid not null,
  person_id uuid not null,
  base_revision integer not null,
  save_number integer not null,
  tab text not null,
  fields jsonb not null,
  saved_at timestamp with time zone not null,
  constraint autosave_pkey PRIMARY KEY (post_id)
);

create table publishing.link_card (
  digest text not null,
  address text not null,
  title text,
  description text,
  site_name text,
  image_url text,
  failures smallint default 0 not null,
  wanted_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  constraint link_card_pkey PRIMARY KEY (digest)
);

create table publishing.mail_link_use (
  link bytea not null,
  network bytea not null,
  used_at timestamp with time zone not null,
  constraint mail_link_use_pkey PRIMARY KEY (link, network)
);

create table publishing.member_feed (
  feed_id uuid not null,
  digest bytea not null,
  person_id uuid not null,
  channel_id integer not null,
  name text not null,
  made_at timestamp with time zone not null,
  used_at timestamp with time zone,
  warned_at timestamp with time zone,
  constraint member_feed_pkey PRIMARY KEY (feed_id),
  constraint member_feed_digest_key UNIQUE (digest)
);

create table publishing.member_feed_use (
  feed_id uuid not null,
  network bytea not null,
  used_at timestamp with time zone not null,
  constraint member_feed_use_pkey PRIMARY KEY (feed_id, network)
);

create table push.member (
  key text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  person_id uuid not null,
  session_id uuid not null,
  failures integer default 0 not null,
  made_at timestamp with time zone not null,
  told_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint member_pkey PRIMARY KEY (key)
);

create table push.subscription (
  key text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  language text,
  seen_at timestamp with time zone,
  due_at timestamp with time zone not null,
  failures integer default 0 not null,
  made_at timestamp with time zone default now() not null,
  is_known_service boolean default false not null,
  constraint subscription_pkey PRIMARY KEY (key)
);

create table reading.history_off (
  person_id uuid not null,
  constraint history_off_pkey PRIMARY KEY (person_id)
);

create table reading.horizon (
  person_id uuid not null,
  feed_id text not null,
  "position" bigint not null,
  constraint horizon_pkey PRIMARY KEY (person_id, feed_id)
);

create table reading.listening (
  person_id uuid not null,
  track_key text not null,
  item_id text not null,
  seconds integer not null,
  duration_seconds integer not null,
  heard_at timestamp with time zone not null,
  constraint listening_pkey PRIMARY KEY (person_id, track_key)
);

create table reading.mark (
  person_id uuid not null,
  item_id text not null,
  is_read boolean not null,
  marked_at timestamp with time zone not null,
  constraint mark_pkey PRIMARY KEY (person_id, item_id)
);

create table reading.opened (
  person_id uuid not null,
  item_id text not null,
  opened_at timestamp with time zone not null,
  constraint opened_pkey PRIMARY KEY (person_id, item_id)
);

create table reading.saved_search (
  person_id uuid not null,
  words text not null,
  saved_at timestamp with time zone not null,
  constraint saved_search_pkey PRIMARY KEY (person_id, words)
);

create table reading.undo (
  person_id uuid not null,
  "position" bigint not null,
  feed_ids text[] not null,
  positions bigint[] not null,
  unread text[] not null,
  made_at timestamp with time zone not null,
  constraint undo_pkey PRIMARY KEY (person_id)
);

create table sim.block (
  network text not null,
  hash text not null,
  height integer not null,
  previous text,
  time_ms bigint not null,
  is_active boolean not null,
  constraint block_pkey PRIMARY KEY (network, hash)
);

create table sim.chain (
  network text not null,
  seed text not null,
  tip_height integer not null,
  tip_hash text not null,
  made bigint not null,
  arrived bigint not null,
  is_away boolean default false not null,
  constraint chain_network_check CHECK ((network = ANY (ARRAY['BTC'::text, 'BCH'::text, 'LTC'::text]))),
  constraint chain_pkey PRIMARY KEY (network)
);

create table sim.locked (
  network text not null,
  wallet text not null,
  txid text not null,
  vout integer not null,
  constraint locked_pkey PRIMARY KEY (network, wallet, txid, vout)
);

create table sim.output (
  network text not null,
  txid text not null,
  vout integer not null,
  script text not null,
  amount numeric(38,0) not null,
  constraint output_pkey PRIMARY KEY (network, txid, vout)
);

create table sim.spend (
  network text not null,
  txid text not null,
  input integer not null,
  spent_txid text not null,
  spent_vout integer not null,
  constraint spend_pkey PRIMARY KEY (network, txid, input)
);

create table sim.transaction (
  network text not null,
  txid text not null,
  raw bytea not null,
  fee numeric(38,0) not null,
  vbytes integer not null,
  is_coinbase boolean not null,
  is_replaceable boolean not null,
  state text not null,
  block_hash text,
  since integer not null,
  arrival bigint not null,
  constraint transaction_check CHECK (((state = 'block'::text) = (block_hash IS NOT NULL))),
  constraint transaction_state_check CHECK ((state = ANY (ARRAY['mempool'::text, 'block'::text, 'gone'::text]))),
  constraint transaction_pkey PRIMARY KEY (network, txid)
);

create table sim.watch (
  network text not null,
  wallet text not null,
  script text not null,
  fingerprint text not null,
  path text not null,
  public_key text not null,
  constraint watch_pkey PRIMARY KEY (network, wallet, script)
);

create table subscriptions.preview_day (
  channel_id integer not null,
  day date not null,
  shown integer default 0 not null,
  opened integer default 0 not null,
  subscribed integer default 0 not null,
  constraint preview_day_pkey PRIMARY KEY (channel_id, day)
);

create table subscriptions.reminder (
  person_id uuid not null,
  number smallint not null,
  ends_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint reminder_pkey PRIMARY KEY (person_id, number)
);

create table tickets.attachment (
  attachment_id text not null,
  person_id text not null,
  name_and_key bytea,
  media_type text not null,
  bytes integer not null,
  made_at timestamp with time zone not null,
  is_kept boolean default false not null,
  is_support boolean default false not null,
  constraint attachment_pkey PRIMARY KEY (attachment_id)
);

create table tickets.due (
  ticket_id text not null,
  due_at timestamp with time zone not null,
  constraint due_pkey PRIMARY KEY (ticket_id)
);

create table wallet.account (
  account text collate "C" not null,
  posted numeric(38,0) not null,
  held numeric(38,0) not null,
  entries integer not null,
  hot boolean not null,
  constraint covered CHECK ((hot OR ((held >= (0)::numeric) AND (posted >= held)))),
  constraint account_pkey PRIMARY KEY (account)
) with (fillfactor=70);

create table wallet.address (
  script text collate "C" not null,
  owner_id text not null,
  asset_type_id smallint not null,
  key_index integer not null,
  constraint address_pkey PRIMARY KEY (script)
);

create table wallet.chain (
  asset_type_id smallint not null,
  stage text not null,
  key_account text,
  next_index integer default 0 not null,
  cursor text,
  tip_height integer,
  tip_hash text,
  looked_at timestamp with time zone,
  halted text,
  constraint chain_pkey PRIMARY KEY (asset_type_id)
);

create table wallet.closed_owner (
  owner text collate "C" not null,
  constraint closed_owner_pkey PRIMARY KEY (owner)
);

create table wallet.entry (
  account text collate "C" not null,
  number integer not null,
  event_id uuid not null,
  amount numeric(38,0) not null,
  balance numeric(38,0) not null,
  constraint entry_pkey PRIMARY KEY (account, number)
);

create table wallet.frozen (
  owner text collate "C" not null,
  constraint frozen_pkey PRIMARY KEY (owner)
);

create table wallet.hot_entry (
  account text collate "C" not null,
  event_id uuid not null,
  amount numeric(38,0) not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

create table wallet.own_transaction (
  asset_type_id smallint not null,
  txid text collate "C" not null,
  constraint own_transaction_pkey PRIMARY KEY (asset_type_id, txid)
);

create table wallet.proof (
  number integer not null,
  last_position bigint not null,
  events integer not null,
  digest bytea not null,
  made_at timestamp with time zone default now() not null,
  scope integer not null,
  constraint proof_pkey PRIMARY KEY (number),
  constraint proof_scope_last_position_key UNIQUE (scope, last_position)
);

create table wallet.proof_scope (
  scope integer not null,
  types text[] not null,
  by_operators boolean not null,
  "position" bigint not null,
  constraint proof_scope_pkey PRIMARY KEY (scope)
);

create table wallet.unverified_donation (
  donation_id text collate "C" not null,
  person_id text collate "C" not null,
  asset_type_id smallint not null,
  amount numeric(38,0) not null,
  donated_at timestamp with time zone not null,
  constraint unverified_donation_pkey PRIMARY KEY (donation_id)
);

create table wallet.withdrawal (
  withdrawal_id text collate "C" not null,
  asset_type_id smallint not null,
  person_id text not null,
  phase text not null,
  amount numeric(38,0) not null,
  fee numeric(38,0) not null,
  requested_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  approvals_needed integer default 0 not null,
  approvals integer default 0 not null,
  signed_at timestamp with time zone,
  subsidy numeric(38,0) default 0 not null,
  subsidy_at timestamp with time zone,
  constraint withdrawal_pkey PRIMARY KEY (withdrawal_id)
);

create table wallet.withdrawal_input (
  asset_type_id smallint not null,
  txid text collate "C" not null,
  vout integer not null,
  withdrawal_id text collate "C" not null,
  constraint withdrawal_input_pkey PRIMARY KEY (asset_type_id, txid, vout)
);

create table es.event_from_0 partition of es.event FOR VALUES FROM ('0') TO ('50000000');

alter table cluster.asset add constraint asset_build_fkey FOREIGN KEY (build) REFERENCES cluster.asset_set(build) ON DELETE CASCADE;

alter table es.search_rejected add constraint search_rejected_copy_fkey FOREIGN KEY (copy) REFERENCES es.search_copy(name) ON DELETE CASCADE;

alter table es.search_serving add constraint search_serving_copy_fkey FOREIGN KEY (copy) REFERENCES es.search_copy(name);

alter table imports.entry add constraint entry_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports.import(import_id) ON DELETE CASCADE;

alter table media.part add constraint part_media_id_fkey FOREIGN KEY (media_id) REFERENCES media.upload(media_id) ON DELETE CASCADE;

alter table publishing.member_feed_use add constraint member_feed_use_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES publishing.member_feed(feed_id) ON DELETE CASCADE;

alter table push.member add constraint member_session_id_fkey FOREIGN KEY (session_id) REFERENCES accounts.session(session_id) ON DELETE CASCADE;

alter table sim.block add constraint block_network_fkey FOREIGN KEY (network) REFERENCES sim.chain(network);

alter table sim.output add constraint output_network_txid_fkey FOREIGN KEY (network, txid) REFERENCES sim.transaction(network, txid);

alter table sim.spend add constraint spend_network_txid_fkey FOREIGN KEY (network, txid) REFERENCES sim.transaction(network, txid);

alter table sim.transaction add constraint transaction_network_fkey FOREIGN KEY (network) REFERENCES sim.chain(network);

alter table wallet.proof add constraint proof_scope_fkey FOREIGN KEY (scope) REFERENCES wallet.proof_scope(scope);

CREATE INDEX attempt_end ON accounts.attempt USING btree (ends_at);

CREATE INDEX browser_seen ON accounts.browser USING btree (seen_at);

CREATE INDEX farewell_due ON accounts.farewell USING btree (erase_at);

CREATE INDEX session_expiry ON accounts.session USING btree (expires_at);

CREATE INDEX session_person ON accounts.session USING btree (person_id, seen_at DESC);

CREATE INDEX answer_made ON assist.answer USING btree (made_at);

CREATE INDEX presence_node ON chat.presence USING btree (node_id);

CREATE INDEX asset_build ON cluster.asset USING btree (build);

CREATE INDEX build_task_requested_at_idx ON cluster.build_task USING btree (requested_at) WHERE (ended_at IS NULL);

CREATE INDEX event_by_actor ON ONLY es.event USING btree (actor, "position");

CREATE INDEX event_by_correlation ON ONLY es.event USING brin (correlation_id uuid_minmax_multi_ops);

CREATE INDEX event_by_operator ON ONLY es.event USING btree ("position") WHERE (actor ~~ 'operator:%'::text);

CREATE INDEX event_by_type ON ONLY es.event USING btree (type, "position");

CREATE UNIQUE INDEX event_from_0_stream_version_idx ON es.event_from_0 USING btree (stream, version);

CREATE INDEX fault_heads ON es.fault USING btree (name, build, park_key) WHERE (error IS NOT NULL);

CREATE INDEX fault_park_key ON es.fault USING btree (name, build, park_key, "position");

CREATE INDEX skipped_name_position_idx ON es.skipped USING btree (name, "position");

CREATE INDEX headline_age ON feeds.headline USING btree (sort_at);

CREATE INDEX headline_bands ON feeds.headline USING gin (bands) WITH (fastupdate=off);

CREATE INDEX headline_page ON feeds.headline USING btree (page_key);

CREATE INDEX hub_lease_due ON feeds.hub_lease USING btree (ask_at);

CREATE INDEX hub_news_feed ON feeds.hub_news USING btree (feed_id);

CREATE INDEX part_kept ON feeds.part USING btree (kept_at);

CREATE INDEX poll_due ON feeds.poll USING btree (next_check_at);

CREATE INDEX continued_feed_due ON imports.continued_feed USING btree (due_at);

CREATE INDEX continued_feed_person ON imports.continued_feed USING btree (person_id);

CREATE INDEX entry_open ON imports.entry USING btree (import_id, number) WHERE (outcome IS NULL);

CREATE INDEX import_changed ON imports.import USING btree (changed_at);

CREATE INDEX import_due ON imports.import USING btree (due_at) WHERE (state = ANY (ARRAY['reading'::text, 'running'::text]));

CREATE INDEX import_person ON imports.import USING btree (person_id, began_at);

CREATE INDEX message_due ON mail.message USING btree (due_at) WHERE (state = 'waiting'::text);

CREATE INDEX message_made ON mail.message USING btree (made_at DESC);

CREATE INDEX message_subject ON mail.message USING btree (subject_id);

CREATE INDEX file_person ON media.file USING btree (person_id);

CREATE INDEX upload_changed ON media.upload USING btree (changed_at);

CREATE INDEX upload_due ON media.upload USING btree (due_at) WHERE (state = 'complete'::text);

CREATE INDEX upload_person ON media.upload USING btree (person_id, began_at);

CREATE INDEX withheld_picture_case ON moderation.withheld_picture USING btree (case_id);

CREATE INDEX letter_batch ON newsletters.letter USING btree (sending_id, batch) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));

CREATE INDEX letter_due ON newsletters.letter USING btree (sending_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));

CREATE UNIQUE INDEX letter_id ON newsletters.letter USING btree (letter_id);

CREATE INDEX letter_person ON newsletters.letter USING btree (person_id);

CREATE INDEX sending_author ON newsletters.sending USING btree (author_id, sending_id DESC);

CREATE INDEX sending_kind ON newsletters.sending USING btree (kind, due_at) WHERE (kind <> 'post'::text);

CREATE INDEX sending_open ON newsletters.sending USING btree (due_at) WHERE ((state = ANY (ARRAY['held'::text, 'running'::text])) OR (NOT is_told));

CREATE INDEX sending_post ON newsletters.sending USING btree (post_id) WHERE (post_id IS NOT NULL);

CREATE INDEX session_operator_id_idx ON operators.session USING btree (operator_id);

CREATE INDEX picture_file ON pictures.picture USING btree (person_id) WHERE (purpose = 'file'::text);

CREATE INDEX picture_message ON pictures.picture USING btree (person_id, client_id) WHERE (client_id IS NOT NULL);

CREATE INDEX picture_person ON pictures.picture USING btree (person_id, made_at);

CREATE INDEX picture_waiting ON pictures.picture USING btree (made_at) WHERE (NOT is_kept);

CREATE INDEX autosave_saved_at_idx ON publishing.autosave USING btree (saved_at);

CREATE INDEX link_card_next_at_idx ON publishing.link_card USING btree (next_at);

CREATE INDEX link_card_wanted_at_idx ON publishing.link_card USING btree (wanted_at);

CREATE INDEX mail_link_use_used_at ON publishing.mail_link_use USING btree (used_at);

CREATE INDEX member_feed_person_id_channel_id_idx ON publishing.member_feed USING btree (person_id, channel_id);

CREATE INDEX member_feed_use_used_at_idx ON publishing.member_feed_use USING btree (used_at);

CREATE INDEX member_due ON push.member USING btree (due_at);

CREATE INDEX member_person ON push.member USING btree (person_id, made_at);

CREATE INDEX member_session ON push.member USING btree (session_id);

CREATE INDEX subscription_due ON push.subscription USING btree (due_at);

CREATE INDEX subscription_other_service ON push.subscription USING btree (split_part(endpoint, '/'::text, 3)) WHERE (NOT is_known_service);

CREATE INDEX listening_expiry ON reading.listening USING btree (heard_at);

CREATE INDEX listening_newest ON reading.listening USING btree (person_id, heard_at DESC, track_key);

CREATE INDEX mark_age ON reading.mark USING btree (person_id, marked_at);

CREATE INDEX mark_expiry ON reading.mark USING btree (marked_at);

CREATE INDEX opened_expiry ON reading.opened USING btree (opened_at);

CREATE INDEX opened_newest ON reading.opened USING btree (person_id, opened_at DESC, item_id);

CREATE UNIQUE INDEX block_height ON sim.block USING btree (network, height) WHERE is_active;

CREATE INDEX output_script ON sim.output USING btree (network, script);

CREATE INDEX spend_spent ON sim.spend USING btree (network, spent_txid, spent_vout);

CREATE INDEX transaction_block ON sim.transaction USING btree (network, block_hash);

CREATE INDEX transaction_mempool ON sim.transaction USING btree (network, arrival) WHERE (state = 'mempool'::text);

CREATE INDEX reminder_due ON subscriptions.reminder USING btree (due_at);

CREATE INDEX attachment_of ON tickets.attachment USING btree (person_id, made_at);

CREATE INDEX attachment_waiting ON tickets.attachment USING btree (made_at) WHERE (NOT is_kept);

CREATE INDEX due_by_time ON tickets.due USING btree (due_at);

CREATE INDEX account_of ON wallet.account USING btree (split_part(account, ':'::text, 3)) WHERE (NOT hot);

CREATE INDEX unverified_donation_by_person ON wallet.unverified_donation USING btree (person_id, asset_type_id, donated_at);

CREATE INDEX withdrawal_input_of ON wallet.withdrawal_input USING btree (withdrawal_id);

CREATE INDEX withdrawal_open ON wallet.withdrawal USING btree (asset_type_id, requested_at) WHERE (phase <> ALL (ARRAY['confirmed'::text, 'cancelled'::text, 'failed'::text]));

CREATE INDEX withdrawal_recent ON wallet.withdrawal USING btree (asset_type_id, requested_at);

CREATE INDEX withdrawal_subsidy ON wallet.withdrawal USING btree (asset_type_id, subsidy_at) WHERE (subsidy > (0)::numeric);

CREATE INDEX withdrawal_unsigned ON wallet.withdrawal USING btree (asset_type_id, person_id) WHERE (phase = ANY (ARRAY['requested'::text, 'approved'::text, 'built'::text]));

create view es.running_append as
 SELECT ((((l.classid)::bigint & (16777215)::bigint) << 32) | (l.objid)::bigint) AS floor,
    l.pid,
    a.application_name,
    a.client_addr,
    a.state,
    a.xact_start,
    (clock_timestamp() - a.xact_start) AS age
   FROM (pg_locks l
     LEFT JOIN pg_stat_activity a ON ((a.pid = l.pid)))
  WHERE ((l.locktype = 'advisory'::text) AND (l.objsubid = 1) AND (((l.classid)::bigint >> 24) = 7) AND (l.database = ( SELECT pg_database.oid
           FROM pg_database
          WHERE (pg_database.datname = current_database()))))
  ORDER BY ((((l.classid)::bigint & (16777215)::bigint) << 32) | (l.objid)::bigint), a.xact_start;
