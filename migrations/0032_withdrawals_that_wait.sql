-- What a withdrawal waits for, so that those that wait for time or operators are in nobody's way; since when it is signed, so
-- that nobody has more than a few that are not; and what of its fee the platform bears, so that a day of that has a limit.

alter table wallet.withdrawal
  add column due_at           timestamptz,
  add column approvals_needed integer not null default 0,
  -- Operators who agreed since it was asked for, or held back.
  add column approvals        integer not null default 0,
  add column signed_at        timestamptz,
  -- Beyond what its person agreed to, by the transaction that was built last.
  add column subsidy            numeric(38,0) not null default 0,
  add column subsidy_at         timestamptz;

with held as (
  select stream, max(position) as position from es.event
   where type = 'wallet.WithdrawalHeldBack.v1' and not (data->>'isSent')::boolean group by stream
), allowed as (
  select e.stream, count(*) as approvals from es.event e left join held h using (stream)
   where e.type = 'wallet.ApprovalGiven.v1' and e.position > coalesce(h.position, 0) group by e.stream
), signed as (
  select stream, min(data->>'at')::timestamptz as signed_at,
         (array_agg((data->>'subsidy')::numeric order by position desc))[1] as subsidy,
         (array_agg((data->>'at')::timestamptz order by position desc))[1] as subsidy_at
    from es.event where type = 'wallet.WithdrawalSigned.v1' group by stream
)
update wallet.withdrawal w
   set due_at = (e.data->>'dueAt')::timestamptz,
       approvals_needed = greatest((e.data->>'approvalsNeeded')::integer, case when h.stream is null then 0 else 1 end),
       approvals = coalesce(a.approvals, 0),
       signed_at = s.signed_at,
       subsidy = coalesce(s.subsidy, 0),
       subsidy_at = case when s.subsidy > 0 then s.subsidy_at end
  from es.event e
  left join held h using (stream)
  left join allowed a using (stream)
  left join signed s using (stream)
 where e.stream = 'withdrawal-' || w.withdrawal_id and e.type = 'wallet.WithdrawalRequested.v1';

update wallet.withdrawal set due_at = requested_at where due_at is null;
alter table wallet.withdrawal alter column due_at set not null;

create index withdrawal_unsigned on wallet.withdrawal (asset_type_id, person_id)
  where phase in ('requested', 'approved', 'built');
create index withdrawal_subsidy on wallet.withdrawal (asset_type_id, subsidy_at) where subsidy > 0;

drop function wallet.begin_withdrawal(
  jsonb, text, text, integer, numeric, numeric, timestamptz, numeric, numeric, numeric, boolean);
drop function wallet.begin_sweep(jsonb, text, text, integer, numeric, numeric, timestamptz);

-- Begins a withdrawal within the limits of 24 hours: what its person and what everybody withdraws of the asset, and how many
-- of the person's may wait for their signature. One after another for each asset, so that two that begin at once are both
-- counted. Refuses with BK001; the reason `size` says that it is large by now and was not when that was decided, or the other
-- way round.
create function wallet.begin_withdrawal(
  p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_fee numeric, p_at timestamptz,
  p_due timestamptz, p_needed integer, p_person_most numeric, p_all_most numeric, p_large_from numeric,
  p_unsigned_most integer
) returns jsonb language plpgsql as $$
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
end $$;

-- The same for what operators send to cold storage: no limit of people holds for it.
create function wallet.begin_sweep(
  p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_fee numeric, p_at timestamptz,
  p_due timestamptz, p_needed integer
) returns jsonb language plpgsql as $$
begin
  insert into wallet.withdrawal (withdrawal_id, asset_type_id, person_id, phase, amount, fee, requested_at, due_at,
    approvals_needed)
  values (p_id, p_asset, p_person, 'requested', p_amount, p_fee, p_at, p_due, p_needed)
  on conflict (withdrawal_id) do nothing;
  return p_answer;
end $$;

-- Notes that an operator agreed to a withdrawal.
create function wallet.note_approval(p_answer jsonb, p_id text) returns jsonb language plpgsql as $$
begin
  update wallet.withdrawal set approvals = approvals + 1 where withdrawal_id = p_id;
  return p_answer;
end $$;

-- Notes that what was built of a withdrawal is not used, and nothing of it was ever signed: operators have to agree again.
create function wallet.reset_approvals(p_answer jsonb, p_id text) returns jsonb language plpgsql as $$
begin
  update wallet.withdrawal
     set approvals = 0, approvals_needed = greatest(1, approvals_needed), subsidy = 0, subsidy_at = null
   where withdrawal_id = p_id;
  return p_answer;
end $$;

-- Notes what of the fee of a transaction the platform bears. It is counted from when the transaction is built, so that two
-- that are built at once are both within the day's limit, and with what the signed one costs.
create function wallet.note_subsidy(p_answer jsonb, p_id text, p_fee numeric, p_at timestamptz)
returns jsonb language plpgsql as $$
begin
  update wallet.withdrawal
     set subsidy = greatest(0, p_fee - fee), subsidy_at = case when p_fee > fee then p_at end
   where withdrawal_id = p_id;
  return p_answer;
end $$;

drop function wallet.note_signed(jsonb, text, text);

-- Notes a transaction of a withdrawal.
create function wallet.note_signed(p_answer jsonb, p_id text, p_txid text, p_at timestamptz)
returns jsonb language plpgsql as $$
begin
  update wallet.withdrawal set signed_at = coalesce(signed_at, p_at) where withdrawal_id = p_id;
  insert into wallet.own_transaction
  select asset_type_id, p_txid from wallet.withdrawal where withdrawal_id = p_id
  on conflict do nothing;
  return p_answer;
end $$;
