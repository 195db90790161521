-- What the wallet knows of each chain, beside the events: where it stands, and the account from which addresses are given.

create table wallet.chain (
  asset_type_id smallint primary key,
  -- main, regtest or demo: coins of one are nothing on another, so it never changes.
  stage         text not null,
  -- The extended public key of the account, with its origin; written by the owner of the signer.
  key_account   text,
  -- The next address that nobody was given.
  next_index    integer not null default 0,
  -- The block under which nothing changes any more; null before the first look.
  cursor        text,
  tip_height    integer,
  tip_hash      text,
  looked_at     timestamptz,
  -- Why nothing is credited or sent any more, until an operator looked at it.
  halted        text
);

-- Whose every address is that was given, as the events say: kept in the transaction that appends them, because a payment
-- may come at once.
create table wallet.address (
  script        text collate "C" primary key,
  owner_id      text not null,
  asset_type_id smallint not null,
  key_index     integer not null
);

create function wallet.keep_address(p_answer jsonb, p_script text, p_owner text, p_asset integer, p_index integer)
returns jsonb language plpgsql as $$
begin
  insert into wallet.address values (p_script, p_owner, p_asset, p_index);
  return p_answer;
end $$;
