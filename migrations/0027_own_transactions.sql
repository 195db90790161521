-- The transactions of our withdrawals by their ids, kept in the transaction that appends the signature, so before anybody is
-- handed one: what else pays to a script of our own that no person was given is a stranger's.
create table wallet.own_transaction (
  asset_type_id smallint not null,
  txid          text collate "C" not null,
  primary key (asset_type_id, txid)
);

insert into wallet.own_transaction
select distinct w.asset_type_id, e.data->>'txid'
  from es.event e join wallet.withdrawal w on e.stream = 'withdrawal-' || w.withdrawal_id
 where e.type = 'wallet.WithdrawalSigned.v1';

-- Notes a transaction of a withdrawal.
create function wallet.note_signed(p_answer jsonb, p_id text, p_txid text) returns jsonb language plpgsql as $$
begin
  insert into wallet.own_transaction
  select asset_type_id, p_txid from wallet.withdrawal where withdrawal_id = p_id
  on conflict do nothing;
  return p_answer;
end $$;

-- Lets a chain that was halted be looked at again, from behind the given block on (null: from the first).
create function wallet.resume_chain(p_answer jsonb, p_asset integer, p_cursor text) returns jsonb language plpgsql as $$
begin
  update wallet.chain set halted = null, cursor = p_cursor where asset_type_id = p_asset;
  return p_answer;
end $$;
