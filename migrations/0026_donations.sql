-- Donations that a person made with their session alone, without verification. Kept for 24 hours, and written in the
-- transaction that appends the donation, because the daily limit depends on them.

create table wallet.unverified_donation (
  donation_id   text collate "C" primary key,
  person_id     text collate "C" not null,
  asset_type_id smallint not null,
  amount        numeric(38,0) not null,
  donated_at    timestamptz not null
);
create index unverified_donation_by_person on wallet.unverified_donation (person_id, asset_type_id, donated_at);

-- Counts a donation towards the daily limit, or raises BK001. p_answer is the result of the booking, which has locked the
-- account of the donor: two donations of one donor run one after another.
create function wallet.count_unverified_donation(
  p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_at timestamptz, p_max numeric
) returns jsonb language plpgsql as $$
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
end $$;
