import { Effect, Layer, ManagedRuntime } from "effect"
import { CurrentMeta, connect, Hints, PostgresEventStore, Sealing, Sql, type SqlClient, uuidv7 } from "#core/kernel"
import { Ledger, personAccount, platformAccount } from "#core/ledger"
import { perSecond } from "../events/clients.ts"
import type { BenchContext } from "../lib/Bench.ts"

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
