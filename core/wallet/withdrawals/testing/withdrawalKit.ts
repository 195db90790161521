import { Clock, Effect, Layer, ManagedRuntime, Result } from "effect"
import { AccountsLayer, PasswordHasher } from "#core/accounts"
import {
  AppConfig,
  CurrentMeta,
  EventStore,
  Hints,
  PostgresEventStore,
  readAppSettings,
  Sealing,
  Sql,
  uuidv7,
  writer,
} from "#core/kernel"
import { readAddress } from "../../../chains/addresses/readAddress.ts"
import { writeAddress } from "../../../chains/addresses/writeAddress.ts"
import { bytesOf } from "../../../chains/bytes.ts"
import { Chains, SimWorlds } from "../../../chains/Chains.ts"
import { networks } from "../../../chains/networks.ts"
import { inProcessSigner } from "../../../chains/signer/inProcessSigner.ts"
import { makeKeys } from "../../../chains/signer/Keys.ts"
import { parseSeed } from "../../../chains/signer/Seed.ts"
import { type LitecoinOutside, simOutside } from "../../../chains/testing/Outside.ts"
import { readBooks } from "../../../ledger/BooksFromLog.ts"
import { flushHotEntries } from "../../../ledger/flushHotEntries.ts"
import { Ledger } from "../../../ledger/Ledger.ts"
import { ADDRESS_HOLD_MS, AddressBook, addAddress, removeAddress } from "../../addressBook/AddressBook.ts"
import { AddressBooks } from "../../addressBook/AddressBooks.ts"
import { DepositAddresses } from "../../deposits/DepositAddresses.ts"
import { DepositWatch } from "../../deposits/DepositWatch.ts"
import { PrepaidPayments } from "../../deposits/PrepaidPayments.ts"
import { chooseWithdrawalPassword, WithdrawalPassword } from "../../withdrawalPassword/WithdrawalPassword.ts"
import { WithdrawalPasswords } from "../../withdrawalPassword/WithdrawalPasswords.ts"
import { CrashPoint } from "../CrashPoint.ts"
import { PayoutProcessor } from "../PayoutProcessor.ts"
import { type WithdrawalRequest, Withdrawals } from "../Withdrawals.ts"

export const BTC = networks.BTC.demo
/** Secrets for keys and sealed events, for another process that works on the same withdrawals. */
export const SECRETS = { MASTER_KEY: "07".repeat(32), WALLET_SEED: "5a".repeat(32) }
/** A cheap password hash. */
const CHEAP = { PASSWORD_MEMORY_KIB: "8", PASSWORD_PASSES: "1" }
export const PASSWORD = "wise otters pay slowly"

/**
 * Withdrawals on a database with a signer in this process: of litecoin with a node if one is installed, otherwise of
 * bitcoin on a demo chain.
 */
export const openWithdrawals = async (url: string, litecoin?: LitecoinOutside) => {
  const node = litecoin === undefined ? {} : { LTC_NODE: litecoin.node }
  const { MASTER_KEY, WALLET_SEED } = SECRETS
  const settings = Result.getOrThrow(
    readAppSettings({ DATABASE_URL: url, MASTER_KEY, DEMO: "false", ...CHEAP, ...node }),
  )
  const layer = Layer.mergeAll(Withdrawals.layer, PayoutProcessor.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(AddressBooks.layer, WithdrawalPasswords.layer)),
    Layer.provideMerge(Layer.mergeAll(DepositAddresses.layer, DepositWatch.layer, Ledger.layer, AccountsLayer)),
    Layer.provide(PrepaidPayments.layerNone),
    Layer.provideMerge(Layer.mergeAll(Chains.layer, SimWorlds.layer)),
    Layer.provideMerge(PostgresEventStore),
    Layer.provideMerge(Layer.mergeAll(Hints.layerSilent, Sealing.layer(Buffer.from(MASTER_KEY, "hex")))),
    Layer.provideMerge(Sql.layer(url, { connectionsMax: 10 })),
    Layer.provideMerge(AppConfig.layerOf(settings)),
  )
  const runtime = ManagedRuntime.make(layer)
  const { client: sql } = await runtime.runPromise(Sql)
  const outside = litecoin ?? simOutside(sql, BTC)
  const { network } = outside
  const { assetTypeId, stage, name } = network
  const signer = inProcessSigner(makeKeys(parseSeed(WALLET_SEED)))
  await runtime.runPromise(DepositWatch.use((watch) => watch.openAccount(name, signer)))

  type Needs = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
  const run = <A, E>(effect: Effect.Effect<A, E, Needs>, commandId: string | null = null) =>
    runtime.runPromise(
      effect.pipe(
        Effect.provideService(CurrentMeta, { actor: "test", commandId, correlationId: null, causationId: null }),
      ),
    )
  const newId = () => uuidv7(Date.now())
  const scanDeposits = () => run(DepositWatch.use((watch) => watch.scan(name, () => Effect.succeed(0n))))

  const addressOf = async (script: string) => {
    const text = writeAddress(network, "p2wpkh", bytesOf(script.slice(4)))
    return Result.getOrThrow(readAddress(network, text))
  }

  /** Adds an address to a person's address book, usable at once. */
  const keep = async (personId: string, script: string) => {
    const { text: address } = await addressOf(script)
    const entry = { entryId: newId(), assetTypeId, stage, label: "Somebody", address, script }
    const book = await run(writer(AddressBook))
    await run(book(personId, addAddress(personId, entry, Date.now() - ADDRESS_HOLD_MS - 1_000)))
    return entry
  }

  /** Removes it. */
  const forget = async (personId: string, entryId: string) => {
    const book = await run(writer(AddressBook))
    await run(book(personId, removeAddress(personId, entryId, Date.now())))
  }

  return {
    sql,
    run,
    newId,
    mine: outside.mine,
    pay: outside.pay,
    scanDeposits,
    keep,
    forget,
    signer,
    world: await runtime.runPromise(Effect.map(SimWorlds, (worlds) => worlds.of("BTC"))),
    chain: await runtime.runPromise(Effect.map(Chains, (chains) => chains.of(name))),

    /** A person with deposited coins and a withdrawal password. */
    rich: async (...coins: ReadonlyArray<bigint>) => {
      const personId = newId()
      const { script } = await run(DepositAddresses.use((addresses) => addresses.give(personId, assetTypeId, false)))
      for (const amount of coins) await outside.pay(script, amount)
      await outside.mine(network.confirmations.usual)
      await scanDeposits()
      const passwordHash = await run(PasswordHasher.use(({ hash }) => hash(PASSWORD)))
      const write = await run(writer(WithdrawalPassword))
      await run(write(personId, chooseWithdrawalPassword({ personId, passwordHash, nowMs: Date.now() })))
      return personId
    },
    payee: outside.payee,
    paid: outside.paid,

    wish: (personId: string, entry: Awaited<ReturnType<typeof keep>>, more: Partial<WithdrawalRequest> = {}) => ({
      personId,
      assetTypeId,
      entryId: entry.entryId,
      address: entry.address,
      amount: 1_000_000n,
      fee: 10_000n,
      speed: "normal" as const,
      withdrawalPassword: PASSWORD,
      code: "",
      ...more,
    }),
    request: (request: WithdrawalRequest, commandId: string | null = null) =>
      run(
        Withdrawals.use((withdrawals) => withdrawals.request(request)),
        commandId,
      ),
    refusal: (order: WithdrawalRequest) =>
      run(
        Withdrawals.use((withdrawals) => withdrawals.request(order)).pipe(
          Effect.match({ onSuccess: () => null, onFailure: (refused) => refused._tag }),
        ),
      ),
    /** One run of the worker. `between` is called between any two effects. */
    step: (between: (done: string) => Effect.Effect<void> = () => Effect.void, aheadMs = 0) =>
      run(
        withClockAhead(
          aheadMs,
          PayoutProcessor.use((work) => work.step(name, signer)),
        ).pipe(Effect.provideService(CrashPoint, between)),
      ),
    phase: async (withdrawalId: string) => {
      const [row] = await sql<Array<{ phase: string }>>`
        select phase from wallet.withdrawal where withdrawal_id = ${withdrawalId}`
      return row?.phase
    },
    /** A person's available balance and held amount. */
    stands: async (personId: string) => {
      const [row] = await sql<Array<{ posted: string; held: string }>>`
        select posted::text, held::text from wallet.account where account = ${`available:${assetTypeId}:${personId}`}`
      return [BigInt(row?.posted ?? 0), BigInt(row?.held ?? 0)]
    },
    /** The balances of the platform accounts, by kind. */
    books: async () => {
      for (; (await flushHotEntries(sql)) > 0; );
      const books = await readBooks(sql)
      const of = (kind: string) =>
        BigInt(books.find(({ account }) => account === `${kind}:${assetTypeId}:`)?.posted ?? 0)
      const sum = books.reduce((total, { posted }) => total + BigInt(posted), 0n)
      return { sum, custody: of("custody"), out: of("out"), network: of("network"), suspense: of("suspense") }
    },
    /** The balance of the hot wallet on the chain. */
    hot: async () => {
      const chain = await runtime.runPromise(Effect.map(Chains, (chains) => chains.of(name)))
      return (await run(chain.unspent)).coins.reduce((sum, { amount }) => sum + amount, 0n)
    },
    store: await runtime.runPromise(EventStore),
    close: () => runtime.dispose(),
  }
}

/** Runs an action with an advanced clock. */
export const withClockAhead = <A, E, R>(ms: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const at = () => clock.currentTimeMillisUnsafe() + ms
    const shifted = Object.create(clock, {
      currentTimeMillisUnsafe: { value: at },
      currentTimeMillis: { value: Effect.sync(at) },
    })
    return Effect.provideService(effect, Clock.Clock, shifted)
  })

export type WithdrawalKit = Awaited<ReturnType<typeof openWithdrawals>>
