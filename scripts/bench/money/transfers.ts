import { Effect, Layer, ManagedRuntime } from "effect"
import { CurrentMeta, connect, Hints, PostgresEventStore, Sealing, Sql, type SqlClient, uuidv7 } from "#core/kernel"
import { Ledger, personAccount, platformAccount } from "#core/ledger"
import { perSecond } from "../events/clients.ts"
import type { BenchContext } from "../lib/Bench.ts"

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

export const CLIENTS = 8
const COUNT = 6_000
/** Users who send money to each other, as many as the baselines have accounts per client. */
export const PEOPLE = 10_000
const BTC = 1
const RICH = 10n ** 12n

const people = Array.from(
  { length: PEOPLE },
  (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, "0")}`,
)
const anybody = () => people[Math.floor(Math.random() * PEOPLE)] ?? ""
const own = (personId: string) => personAccount("available", BTC, personId)

/** Opens the ledger as a process of the product does, with large balances for all users. */
export const openBooks = async ({ defer }: BenchContext, url: string) => {
  const runtime = ManagedRuntime.make(
    Ledger.layer.pipe(
      Layer.provide(PostgresEventStore),
      Layer.provide(Hints.layerSilent),
      Layer.provide(Sealing.layerMemory),
      Layer.provide(Sql.layer(url, { connectionsMax: CLIENTS })),
    ),
  )
  defer(() => runtime.dispose())
  const sql = connect(url, { connectionsMax: 1 })
  defer(() => sql.end())
  await sql`
    insert into wallet.account
    select 'available:1:' || id, ${String(RICH)}::numeric, 0, 0, false from unnest(${people}::text[]) id`
  const ledger = await runtime.runPromise(Ledger)
  const run = Effect.runPromiseWith(await runtime.runPromise(Effect.context<Ledger>()))
  const transfer = (from: string, to: string) => {
    const amount = BigInt(1 + Math.floor(Math.random() * 1_000))
    const entries = [
      { account: from, amount: -amount },
      { account: to, amount },
    ]
    const commandId = uuidv7(Date.now())
    const meta = { actor: "user:bench", commandId, correlationId: commandId, causationId: null }
    return run(ledger.transfer({ purpose: "donation", entries }).pipe(Effect.provideService(CurrentMeta, meta)))
  }
  const measure = (deed: () => Promise<unknown>) => () => perSecond({ clients: CLIENTS, count: COUNT }, deed)
  return {
    sql,
    /** Transfers between random users. */
    transfers: measure(() => {
      const from = anybody()
      let to = anybody()
      while (to === from) to = anybody()
      return transfer(own(from), own(to))
    }),
    /** Transfers from random users to the single fee account, which is folded at the end of each round. */
    fees: async () => {
      const figure = await measure(() => transfer(own(anybody()), platformAccount("fees", BTC)))()
      await run(ledger.flushHotEntries)
      return figure
    },
  }
}

/** Transactions per measurement of a baseline, the same number as the ledger's transfers. */
export const measured = (deed: () => Promise<unknown>) => () => perSecond({ clients: CLIENTS, count: COUNT }, deed)

export type RawTransfers = (sql: SqlClient) => Promise<() => Promise<number>>
