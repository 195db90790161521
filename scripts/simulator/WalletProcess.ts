import { Cause, Effect, Exit, Layer, Logger, ManagedRuntime, Result } from "effect"
import { AccountsLayer } from "#core/accounts"
import { Chains, SimWorlds } from "#core/chains"
import { Entitlements } from "#core/chat"
import { AppConfig, Hints, PostgresEventStore, readAppSettings, Sealing, Sql } from "#core/kernel"
import { Ledger } from "#core/ledger"
import { Forwards, Gifts, Paydays, PremiumOffers, prepaidRulesLayer, Subscriptions } from "#core/subscriptions"
import {
  AddressBooks,
  DepositAddresses,
  DepositWatch,
  Donations,
  PayoutProcessor,
  WithdrawalPasswords,
  Withdrawals,
} from "#core/wallet"
import { CHEAP_PASSWORDS, TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import { dispatch } from "./dispatch.ts"
import { type Answer, CHAINS, type OperationRequest } from "./Operation.ts"
import { SIGNER } from "./signer.ts"
import { simulatedPrices } from "./subscriptions/SimRate.ts"

/** A process that executes operations and can be killed during them. */
export interface WalletProcess {
  /** The application name of its database connections. */
  readonly name: string
  request(requested: OperationRequest): Promise<Answer>
  /** Kills it in any state and replaces it. Work in progress is lost. */
  crash(): Promise<void>
  close(): Promise<void>
}

const CONNECTIONS = 4
export const layerOf = (url: string, name: string) => {
  const settings = Result.getOrThrow(
    readAppSettings({ DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY, DEMO: "false", ...CHEAP_PASSWORDS }),
  )
  return Layer.mergeAll(
    ...[Donations.layer, Withdrawals.layer, PayoutProcessor.layer],
    ...[Layer.mergeAll(Subscriptions.layer, Gifts.layer).pipe(Layer.provide(simulatedPrices))],
    ...[Paydays.layer, Forwards.layer, Entitlements.layer],
  ).pipe(
    Layer.provideMerge(PremiumOffers.layer),
    Layer.provideMerge(Layer.mergeAll(AddressBooks.layer, WithdrawalPasswords.layer)),
    Layer.provideMerge(
      Layer.mergeAll(DepositAddresses.layer, DepositWatch.layer.pipe(Layer.provide(prepaidRulesLayer))),
    ),
    Layer.provideMerge(Layer.mergeAll(Ledger.layer, AccountsLayer, Chains.layerDemo, SimWorlds.layer)),
    Layer.provideMerge(PostgresEventStore),
    Layer.provideMerge(Layer.mergeAll(Hints.layerSilent, Sealing.layer(Buffer.from(TEST_MASTER_KEY, "hex")))),
    Layer.provideMerge(Sql.layer(url, { connectionsMax: CONNECTIONS, name })),
    Layer.provideMerge(AppConfig.layerOf(settings)),
    // Errors here are intended.
    Layer.provideMerge(Logger.layer([])),
  )
}

/**
 * Opens a process of the wallet inside this one. A crash interrupts it between any two awaits.
 * @param end how it crashes at a point named by an operation
 */
export const openProcess = (url: string, name: string, end: Effect.Effect<void> = Effect.interrupt): WalletProcess => {
  const start = () => ({ runtime: ManagedRuntime.make(layerOf(url, name)), ending: new AbortController() })
  let current = start()
  return {
    name,
    request: async (requested) => {
      const { runtime, ending } = current
      const exit = await runtime.runPromiseExit(dispatch(requested, end), { signal: ending.signal })
      return Exit.isSuccess(exit) ? exit.value : { tag: "Lost", detail: Cause.pretty(exit.cause).slice(0, 600) }
    },
    crash: async () => {
      const { runtime, ending } = current
      current = start()
      ending.abort()
      await runtime.dispose()
    },
    close: () => current.runtime.dispose(),
  }
}

/** Configures the keys that a world's addresses derive from. */
export const openChains = async (url: string): Promise<void> => {
  const runtime = ManagedRuntime.make(layerOf(url, "simulator"))
  const open = Effect.forEach(Object.values(CHAINS), (chain) =>
    DepositWatch.use((watch) => watch.openAccount(chain, SIGNER)),
  )
  await runtime.runPromise(open).finally(() => runtime.dispose())
}
