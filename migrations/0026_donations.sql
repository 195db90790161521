-- What people gave without showing more than their session: a little each day. Kept in the transaction that appends the
-- donation, because it decides whether that may happen, and only for as long as it counts.

create table wallet.free_donation (
  donation_id   text collate "C" primary key,
  person_id     text collate "C" not null,
  asset_type_id smallint not null,
  amount        numeric(38,0) not null,
  donated_at    timestamptz not null
);
create index free_donation_of on wallet.free_donation (person_id, asset_type_id, donated_at);

-- Notes such a donation within what may be given so in 24 hours. The answer given through is that of the booking, which
-- has locked the giver's account: two donations of one giver come one after another. Refuses with BK001.
create function wallet.give_freely(
  p_answer jsonb, p_id text, p_person text, p_asset integer, p_amount numeric, p_at timestamptz, p_most numeric
) returns jsonb language plpgsql as $$
declare
  v_given numeric;
begin
  delete from wallet.free_donation
   where person_id = p_person and asset_type_id = p_asset and donated_at <= p_at - interval '24 hours';
  select coalesce(sum(amount), 0) into v_given
    from wallet.free_donation
   where person_id = p_person and asset_type_id = p_asset and donation_id <> p_id;
  if v_given + p_amount > p_most then
    raise exception 'more of asset % than may be given freely in a day', p_asset using errcode = 'BK001',
      detail = '{"reason": "unverifiedDonationMax"}';
  end if;
  insert into wallet.free_donation values (p_id, p_person, p_asset, p_amount, p_at) on conflict do nothing;
  return p_answer;
end $$;
