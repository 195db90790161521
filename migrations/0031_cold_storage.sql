-- What operators send to cold storage is no withdrawal of anybody (PLATFORM_ID, core/wallet/withdrawals/platformId.ts): it takes up
-- nothing of what may be withdrawn in a day, and no limit of people holds for it.

create function wallet.begin_sweep(
  p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_fee numeric, p_at timestamptz
) returns jsonb language plpgsql as $$
begin
  insert into wallet.withdrawal (withdrawal_id, asset_type_id, person_id, phase, amount, fee, requested_at)
  values (p_id, p_asset, p_person, 'requested', p_amount, p_fee, p_at) on conflict (withdrawal_id) do nothing;
  return p_answer;
end $$;

create or replace function wallet.begin_withdrawal(
  p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_fee numeric, p_at timestamptz,
  p_person_most numeric, p_all_most numeric, p_large_from numeric, p_large boolean
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
   where asset_type_id = p_asset and requested_at > p_at - interval '24 hours' and phase not in ('cancelled', 'failed')
     and person_id <> '00000000-0000-7000-8000-000000000000';
  if v_person + p_amount > p_person_most or v_all + p_amount > p_all_most then
    raise exception 'more than a day of asset % allows', p_asset using errcode = 'BK001', detail =
      jsonb_build_object('reason', case when v_person + p_amount > p_person_most then 'personLimit' else 'allLimit' end);
  end if;
  if (v_person + p_amount >= p_large_from) <> p_large then
    raise exception 'withdrawal % was decided upon other sums', p_id using errcode = 'BK001',
      detail = '{"reason": "size"}';
  end if;
  insert into wallet.withdrawal (withdrawal_id, asset_type_id, person_id, phase, amount, fee, requested_at)
  values (p_id, p_asset, p_person, 'requested', p_amount, p_fee, p_at);
  return p_answer;
end $$;
