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
  const use = <A, E>(request: (ledger: (typeof Ledger)["Service"]) => Effect.Effect<A, E>, commandId?: string) =>
    run(Effect.flatMap(Ledger, request), commandId ?? null)

  return {
    sql,
    use,
    /** The tag of a command's refusal; null if it succeeded. */
    refusal: (
      send: (ledger: (typeof Ledger)["Service"]) => Effect.Effect<unknown, { readonly _tag: string }>,
      id?: string,
    ) => use((ledger) => send(ledger).pipe(Effect.match({ onSuccess: () => null, onFailure: ({ _tag }) => _tag })), id),
    /**
     * Credits a deposit from suspense. Custody stays, because workers compare it with the chains, which do not have these coins.
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
    /** Balance and held amount of an account, in minor units as text. */
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
