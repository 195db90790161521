-- The books of the wallet: what every account holds as of the last committed event. They follow from the events alone
-- (core/ledger/movesOf.ts) and are changed in the transaction that appends them, because a balance decides whether
-- an event may happen at all. docs/decisions/0024-wallet.md has the rules.

create schema wallet;

-- `held` counts at once: what is held cannot be spent or held again. The amounts are minor units of the account's asset.
create table wallet.account (
  account text collate "C" primary key,
  posted  numeric(38,0) not null,
  held    numeric(38,0) not null,
  entries integer not null,
  -- Platform accounts are hot: nothing waits for their rows, so nothing guards them; entries are folded in behind.
  hot     boolean not null,
  constraint covered check (hot or (held >= 0 and posted >= held))
) with (fillfactor = 70);

create table wallet.entry (
  account  text collate "C" not null,
  number   integer not null,
  event_id uuid not null,
  amount   numeric(38,0) not null,
  balance  numeric(38,0) not null,
  primary key (account, number)
);

-- What hot accounts gained since they were last folded.
create table wallet.hot_entry (
  account  text collate "C" not null,
  event_id uuid not null,
  amount   numeric(38,0) not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table wallet.frozen (
  owner text collate "C" primary key
);

-- Books some moves before the append whose answer is given through. Accounts come in the order of their names, so that
-- two bookings never wait for each other in a circle.
-- SQLSTATE BK001 is a refusal; its detail is {"reason": "short" | "frozen", "account"}.
create function wallet.book(
  p_answer jsonb, p_accounts text[], p_events uuid[], p_amounts numeric[], p_holds numeric[], p_hot boolean[]
) returns jsonb language plpgsql as $$
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
end $$;

-- Stops or lets go what an owner may spend, in the transaction of the append whose answer is given through.
create function wallet.set_frozen(p_answer jsonb, p_owner text, p_frozen boolean) returns jsonb language plpgsql as $$
begin
  if p_frozen then
    insert into wallet.frozen values (p_owner) on conflict do nothing;
  else
    delete from wallet.frozen where owner = p_owner;
  end if;
  return p_answer;
end $$;

-- Folds what hot accounts gained into their balances, at most so many entries; answers how many there were.
create function wallet.fold_hot(p_limit integer) returns integer language plpgsql as $$
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
end $$;
