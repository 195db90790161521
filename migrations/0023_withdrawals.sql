-- What is known of withdrawals beside their events, in the transaction that appends those: the daily limits, which coins
-- each of them spends, and which are under way decide what may happen next, and a read model is always a moment behind.

create table wallet.withdrawal (
  withdrawal_id text collate "C" primary key,
  asset_type_id smallint not null,
  person_id     text not null,
  -- requested, approved, built, signed, broadcast, seen, and in the end confirmed, cancelled or failed.
  phase         text not null,
  amount        numeric(38,0) not null,
  fee           numeric(38,0) not null,
  requested_at  timestamptz not null
);
create index withdrawal_open on wallet.withdrawal (asset_type_id, requested_at)
  where phase not in ('confirmed', 'cancelled', 'failed');
create index withdrawal_recent on wallet.withdrawal (asset_type_id, requested_at);

-- The coins that withdrawals under way spend: no two may ever have the same one.
create table wallet.withdrawal_input (
  asset_type_id smallint not null,
  txid          text collate "C" not null,
  vout          integer not null,
  withdrawal_id text collate "C" not null,
  primary key (asset_type_id, txid, vout)
);
create index withdrawal_input_of on wallet.withdrawal_input (withdrawal_id);

-- Begins a withdrawal within the limits of 24 hours: what its person and what everybody withdraws of the asset. One after
-- another for each asset, so that two that begin at once are both counted. Refuses with BK001.
create function wallet.begin_withdrawal(
  p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_fee numeric, p_at timestamptz,
  p_person_most numeric, p_all_most numeric
) returns jsonb language plpgsql as $$
declare
  v_person numeric;
  v_all    numeric;
begin
  perform pg_advisory_xact_lock(hashtext('wallet.withdrawal'), p_asset);
  -- The same command again: the append will find that it was carried out.
  if exists (select from wallet.withdrawal where withdrawal_id = p_id) then
    return p_answer;
  end if;
  select coalesce(sum(amount) filter (where person_id = p_person), 0), coalesce(sum(amount), 0) into v_person, v_all
    from wallet.withdrawal
   where asset_type_id = p_asset and requested_at > p_at - interval '24 hours' and phase not in ('cancelled', 'failed');
  if v_person + p_amount > p_person_most or v_all + p_amount > p_all_most then
    raise exception 'more than a day of asset % allows', p_asset using errcode = 'BK001', detail =
      jsonb_build_object('reason', case when v_person + p_amount > p_person_most then 'personLimit' else 'allLimit' end);
  end if;
  insert into wallet.withdrawal values (p_id, p_asset, p_person, 'requested', p_amount, p_fee, p_at);
  return p_answer;
end $$;

-- Notes how far a withdrawal has come; where it frees its coins, others may spend them.
create function wallet.move_withdrawal(p_answer jsonb, p_id text, p_phase text, p_frees boolean)
returns jsonb language plpgsql as $$
begin
  update wallet.withdrawal set phase = p_phase where withdrawal_id = p_id;
  if p_frees then
    delete from wallet.withdrawal_input where withdrawal_id = p_id;
  end if;
  return p_answer;
end $$;

-- Takes coins for a withdrawal. Those that another one has are refused with BK001.
create function wallet.take_inputs(p_answer jsonb, p_id text, p_asset integer, p_txids text[], p_vouts integer[])
returns jsonb language plpgsql as $$
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
end $$;
