-- Demo chains: what stands in for nodes where none is configured. Coins without worth; operators and tests say what
-- happens on them. Blocks that a reorganisation left stay, without their transactions.

create schema sim;

-- One row a chain; a change of a chain locks it.
create table sim.chain (
  network    text primary key check (network in ('BTC', 'BCH', 'LTC')),
  -- Draws the key of the faucet and the hashes of blocks.
  seed       text not null,
  tip_height integer not null,
  tip_hash   text not null,
  -- Blocks made so far, those that were undone too.
  made       bigint not null,
  -- Transactions that came so far.
  arrived    bigint not null,
  -- Whether the chain pretends that nothing answers.
  is_away    boolean not null default false
);

create table sim.block (
  network   text not null references sim.chain,
  hash      text not null,
  height    integer not null,
  previous  text,
  -- Milliseconds since 1970.
  time_ms   bigint not null,
  is_active boolean not null,
  primary key (network, hash)
);
create unique index block_height on sim.block (network, height) where is_active;

create table sim.transaction (
  network     text not null references sim.chain,
  txid        text not null,
  raw         bytea not null,
  -- Minor units; zero for what a miner made.
  fee         numeric(38,0) not null,
  vbytes      integer not null,
  is_coinbase boolean not null,
  is_replaceable boolean not null,
  -- `gone`: in no block and not in the mempool.
  state       text not null check (state in ('mempool', 'block', 'gone')),
  block_hash  text,
  -- Height of the tip when the state became this one.
  since       integer not null,
  -- The order in which they came: parents before children.
  arrival     bigint not null,
  primary key (network, txid),
  check ((state = 'block') = (block_hash is not null))
);
create index transaction_block on sim.transaction (network, block_hash);
create index transaction_mempool on sim.transaction (network, arrival) where state = 'mempool';

create table sim.output (
  network text not null,
  txid    text not null,
  vout    integer not null,
  script  text not null,
  amount  numeric(38,0) not null,
  primary key (network, txid, vout),
  foreign key (network, txid) references sim.transaction
);
create index output_script on sim.output (network, script);

-- Which coins a transaction spends, whatever became of it.
create table sim.spend (
  network       text not null,
  txid          text not null,
  input         integer not null,
  spent_txid    text not null,
  spent_vout    integer not null,
  primary key (network, txid, input),
  foreign key (network, txid) references sim.transaction
);
create index spend_spent on sim.spend (network, spent_txid, spent_vout);

-- Scripts of a wallet, with the origin of their keys.
create table sim.watch (
  network     text not null,
  wallet      text not null,
  script      text not null,
  fingerprint text not null,
  path        text not null,
  public_key  text not null,
  primary key (network, wallet, script)
);

-- Coins that payments which were built will spend.
create table sim.locked (
  network text not null,
  wallet  text not null,
  txid    text not null,
  vout    integer not null,
  primary key (network, wallet, txid, vout)
);
