import { CLIENTS, measured, PEOPLE, type RawTransfers } from "./transfers.ts"

const TELLERS = 10

/**
 * The TPC-B-like transaction of pgbench (documentation: "What is the transaction actually performed"): one branch per
 * client, ten tellers per branch, and as many accounts per branch as the ledger has users.
 */
export const tpcb: RawTransfers = async (sql) => {
  const accounts = CLIENTS * PEOPLE
  await sql.unsafe(`
    create schema if not exists bench;
    create table bench.branch (bid integer primary key, balance integer not null, filler char(88)) with (fillfactor = 100);
    create table bench.teller (tid integer primary key, bid integer, balance integer not null, filler char(84));
    create table bench.account (aid integer primary key, bid integer, balance integer not null, filler char(84));
    create table bench.history (tid integer, bid integer, aid integer, delta integer, mtime timestamp, filler char(22));
    insert into bench.branch select n, 0 from generate_series(1, ${CLIENTS}) n;
    insert into bench.teller select n, (n - 1) / ${TELLERS} + 1, 0 from generate_series(1, ${CLIENTS * TELLERS}) n;
    insert into bench.account select n, (n - 1) / ${PEOPLE} + 1, 0, '' from generate_series(1, ${accounts}) n;`)
  await sql.unsafe("vacuum analyze bench.account")
  const one = (below: number) => 1 + Math.floor(Math.random() * below)
  return measured(() =>
    sql.begin(async (transaction) => {
      const [aid, tid, bid, delta] = [one(accounts), one(CLIENTS * TELLERS), one(CLIENTS), one(10_001) - 5_001]
      await transaction`update bench.account set balance = balance + ${delta} where aid = ${aid}`
      await transaction`select balance from bench.account where aid = ${aid}`
      await transaction`update bench.teller set balance = balance + ${delta} where tid = ${tid}`
      await transaction`update bench.branch set balance = balance + ${delta} where bid = ${bid}`
      await transaction`
        insert into bench.history (tid, bid, aid, delta, mtime) values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`
    }),
  )
}
