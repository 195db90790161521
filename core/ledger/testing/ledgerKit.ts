import { Effect, Layer, ManagedRuntime } from "effect"
import { CurrentMeta, Hints, PostgresEventStore, Sealing, Sql, type SqlClient, uuidv7 } from "#core/kernel"
import { personAccount, platformAccount } from "../accounts.ts"
import { Ledger } from "../Ledger.ts"

/** Opens the ledger on a database, for tests: each call is one command. */
export const openLedger = async (url: string, { connectionsMax = 10 } = {}) => {
  const layer = Ledger.layer.pipe(
    Layer.provideMerge(PostgresEventStore),
    Layer.provideMerge(Hints.layerSilent),
    Layer.provideMerge(Sealing.layerMemory),
    Layer.provideMerge(Sql.layer(url, { connectionsMax })),
  )
  const runtime = ManagedRuntime.make(layer)
  const sql: SqlClient = (await runtime.runPromise(Sql)).client

  const run = <A, E>(command: Effect.Effect<A, E, Ledger>, commandId: string | null = null) =>
    runtime.runPromise(
      command.pipe(
        Effect.provideService(CurrentMeta, { actor: "test", commandId, correlationId: null, causationId: null }),
      ),
    )
  const use = <A, E>(ask: (ledger: (typeof Ledger)["Service"]) => Effect.Effect<A, E>, commandId?: string) =>
    run(Effect.flatMap(Ledger, ask), commandId ?? null)

  return {
    sql,
    use,
    /** What a command was refused with, by name; null where it was carried out. */
    refusal: (
      ask: (ledger: (typeof Ledger)["Service"]) => Effect.Effect<unknown, { readonly _tag: string }>,
      id?: string,
    ) => use((ledger) => ask(ledger).pipe(Effect.match({ onSuccess: () => null, onFailure: ({ _tag }) => _tag })), id),
    /**
     * Coins as a deposit brings them, but out of suspense: no chain has them, so custody, which is held beside the chains by
     * whatever worker runs, stays as it is.
     */
    deposit: (personId: string, amount: bigint, assetTypeId = 1) =>
      use((ledger) =>
        ledger.transfer({
          purpose: "deposit",
          entries: [
            { account: personAccount("available", assetTypeId, personId), amount },
            { account: platformAccount("suspense", assetTypeId), amount: -amount },
          ],
        }),
      ),
    /** What an account holds and has set aside, as text of whole units. */
    stands: async (account: string) => {
      const [row] = await sql<Array<{ posted: string; held: string; entries: number }>>`
        select posted::text, held::text, entries from wallet.account where account = ${account}`
      return row ?? { posted: "0", held: "0", entries: 0 }
    },
    newId: () => uuidv7(Date.now()),
    close: () => runtime.dispose(),
  }
}

export type LedgerKit = Awaited<ReturnType<typeof openLedger>>
