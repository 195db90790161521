-- Accounts of the wallet whose owners have left: nobody gives to them any more, and nobody leaves with money.

create index account_of on wallet.account (split_part(account, ':', 3)) where not hot;

create table wallet.closed_owner (
  owner text collate "C" primary key
);

-- Two that close an owner and give to them wait for each other here: an account that is not there yet has no row to lock.
create function wallet.lock_owner(p_owner text, p_exclusive boolean) returns void language plpgsql as $$
begin
  if p_exclusive then
    perform pg_advisory_xact_lock(hashtextextended('wallet.owner:' || p_owner, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('wallet.owner:' || p_owner, 0));
  end if;
end $$;

-- Closes an owner's accounts, which have to be empty, in the transaction of the append whose answer is given through.
-- Rows are locked first, as every booking does it. Refuses with BK001.
create function wallet.close_owner(p_answer jsonb, p_owner text) returns jsonb language plpgsql as $$
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
end $$;

-- Lets something be given to an owner who has not left. Refuses with BK001.
create function wallet.give_to(p_answer jsonb, p_owner text) returns jsonb language plpgsql as $$
begin
  perform wallet.lock_owner(p_owner, false);
  if exists (select from wallet.closed_owner where owner = p_owner) then
    raise exception 'owner % has left', p_owner using errcode = 'BK001', detail = '{"reason": "closed"}';
  end if;
  return p_answer;
end $$;
