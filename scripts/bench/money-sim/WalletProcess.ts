import { Cause, Effect, Exit, Layer, ManagedRuntime, Result } from "effect"
import { AccountsLayer } from "#core/accounts"
import { AppConfig, Hints, PostgresEventStore, readAppSettings, Sealing, Sql } from "#core/kernel"
import { Chains, DepositAddresses, DepositWatch, Donations, Ledger, SimWorlds } from "#core/wallet"
import { CHEAP_PASSWORDS, TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { inProcessSigner } from "../../../core/wallet/chain/signer/inProcessSigner.ts"
import { makeKeys } from "../../../core/wallet/chain/signer/Keys.ts"
import { carryOut } from "./carryOut.ts"
import { type Answer, type Asked, CHAINS } from "./Operation.ts"

/** Something that carries out operations and can be ended in the middle of them. */
export interface WalletProcess {
  /** What the database calls its connections. */
  readonly name: string
  ask(asked: Asked): Promise<Answer>
  /** Ends it wherever it is; another one stands in its place. What was under way is lost. */
  crash(): Promise<void>
  close(): Promise<void>
}

const CONNECTIONS = 4

const layerOf = (url: string, name: string) => {
  const settings = Result.getOrThrow(
    readAppSettings({ DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY, DEMO: "false", ...CHEAP_PASSWORDS }),
  )
  return Layer.mergeAll(Donations.layer, DepositAddresses.layer, DepositWatch.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(Ledger.layer, AccountsLayer, Chains.layerDemo, SimWorlds.layer)),
    Layer.provideMerge(PostgresEventStore),
    Layer.provideMerge(Layer.mergeAll(Hints.layerSilent, Sealing.layer(Buffer.from(TEST_MASTER_KEY, "hex")))),
    Layer.provideMerge(Sql.layer(url, { connectionsMax: CONNECTIONS, name })),
    Layer.provideMerge(AppConfig.layerOf(settings)),
  )
}

/** Opens a process of the wallet inside this one. A crash interrupts it between any two things that it waits for. */
export const openProcess = (url: string, name: string): WalletProcess => {
  const start = () => ({ runtime: ManagedRuntime.make(layerOf(url, name)), end: new AbortController() })
  let current = start()
  return {
    name,
    ask: async (asked) => {
      const { runtime, end } = current
      const exit = await runtime.runPromiseExit(carryOut(asked), { signal: end.signal })
      return Exit.isSuccess(exit) ? exit.value : { tag: "Lost", detail: Cause.pretty(exit.cause).slice(0, 600) }
    },
    crash: async () => {
      const { runtime, end } = current
      current = start()
      end.abort()
      await runtime.dispose()
    },
    close: () => current.runtime.dispose(),
  }
}

/** Says from whose keys the addresses of a world are given. */
export const openChains = async (url: string): Promise<void> => {
  const signer = inProcessSigner(makeKeys({ bytes: new Uint8Array(32).fill(7), isDemo: true }))
  const runtime = ManagedRuntime.make(layerOf(url, "simulator"))
  const open = Effect.forEach(Object.values(CHAINS), (chain) =>
    DepositWatch.use((watch) => watch.openAccount(chain, signer)),
  )
  await runtime.runPromise(open).finally(() => runtime.dispose())
}
