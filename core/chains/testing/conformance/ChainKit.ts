import { Effect } from "effect"
import { afterAll, beforeAll, expect } from "vitest"
import type { BuiltPayment, Chain, Coin, Hex, Movement, Outpoint, Payment } from "../../Chain.ts"
import type { Network } from "../../networks.ts"
import { keyOf } from "../../payment/chooseCoins.ts"
import type { TestAccount } from "../testAccount.ts"

/** Miners and other users, as far as the tests of an engine can simulate them. */
export interface World {
  /** Pays other users' coins; returns the transaction, which waits in the mempool. */
  pay(script: Hex, amount: bigint): Effect.Effect<Hex, unknown>
  /** The first block includes waiting transactions, and these regardless of conflicts in the mempool. */
  mine(blocks: number, include?: ReadonlyArray<Hex>): Effect.Effect<unknown, unknown>
  /** Undoes blocks and mines one more than that, empty; their transactions return to the mempool. */
  reorg(depth: number): Effect.Effect<unknown, unknown>
  /** Replaces a payment of `pay` by one with a higher fee: only called if the engine supports replacement. */
  bump(txid: Hex): Effect.Effect<Hex, unknown>
  /** Double-spends a payment of `pay` in a block of the chain. */
  doubleSpend(txid: Hex): Effect.Effect<Hex, unknown>
  /** Drops all waiting transactions from the mempool, including this one. */
  evict(txid: Hex): Effect.Effect<unknown, unknown>
}

export interface ChainUnderTest {
  readonly chain: Chain
  readonly world: World
  readonly account: TestAccount
  /** Waits until the engine has processed the last change. */
  readonly settled?: Effect.Effect<void, unknown>
  close(): Promise<void>
}

/** A payment of 1,000,000 units is above the dust limit everywhere, and its fee is below a tenth of it. */
export const UNITS = 1_000_000n
export const CHANGE_INDEX = 0

export const makeKit = (network: Network, open: () => Promise<ChainUnderTest>) => {
  let opened: ChainUnderTest | null = null
  let next = 0
  const under = () => {
    if (opened === null) throw new Error("not open")
    return opened
  }
  const settled = Effect.suspend(() => under().settled ?? Effect.void)

  beforeAll(async () => {
    opened = await open()
    await Effect.runPromise(under().chain.watch([under().account.watchOf(1, CHANGE_INDEX)]))
  })
  afterAll(async () => opened?.close())

  const pay = (script: Hex, amount: bigint) => Effect.tap(under().world.pay(script, amount), () => settled)
  const mine = (blocks: number, include: ReadonlyArray<Hex> = []) =>
    Effect.tap(under().world.mine(blocks, include), () => settled)

  /** A new script without payments, watched. */
  const draw = Effect.fnUntraced(function* () {
    const watch = under().account.watchOf(0, next++)
    yield* under().chain.watch([watch])
    return watch.script
  })

  return {
    network,
    pay,
    mine,
    draw,
    get chain() {
      return under().chain
    },
    get account() {
      return under().account
    },
    get changeScript() {
      return under().account.watchOf(1, CHANGE_INDEX).script
    },
    /** Number of addresses handed out. */
    get drawn() {
      return next
    },
    reorg: (depth: number) => Effect.tap(under().world.reorg(depth), () => settled),
    bump: (txid: Hex) => Effect.tap(under().world.bump(txid), () => settled),
    doubleSpend: (txid: Hex) => Effect.tap(under().world.doubleSpend(txid), () => settled),
    evict: (txid: Hex) => Effect.tap(under().world.evict(txid), () => settled),
    sign: (psbt: string) => under().account.sign(psbt),

    /** Movements of one script. */
    movementsOf: Effect.fnUntraced(function* (script: Hex, cursor: Hex | null = null) {
      const { movements } = yield* under().chain.movements(cursor)
      return movements.filter((movement) => movement.script === script)
    }),

    /** A confirmed coin of ours. */
    coin: Effect.fnUntraced(function* (amount: bigint) {
      const script = yield* draw()
      yield* pay(script, amount)
      yield* mine(1)
      const { coins } = yield* under().chain.unspent
      const coin = coins.find((each) => each.script === script)
      if (coin === undefined) throw new Error("a payment did not become a coin")
      return coin
    }),

    /** Leaves only these coins available. */
    leave: Effect.fnUntraced(function* (free: ReadonlyArray<Coin>) {
      const keys = new Set(free.map(({ outpoint }) => keyOf(outpoint)))
      const { coins } = yield* under().chain.unspent
      const others = coins.filter(({ outpoint }) => !keys.has(keyOf(outpoint)))
      yield* under().chain.lockOnly(others.map(({ outpoint }) => outpoint))
    }),

    payment: (outputs: Payment["outputs"], more: Partial<Payment> = {}): Payment => ({
      outputs,
      changeScript: under().account.watchOf(1, CHANGE_INDEX).script,
      feeRate: network.feeRate.fallback,
      feeMax: UNITS,
      confirmationsMin: 1,
      ...more,
    }),
  }
}

export type ChainKit = ReturnType<typeof makeKit>

export const run =
  <A, E>(effect: () => Effect.Effect<A, E>) =>
  async (): Promise<void> => {
    await Effect.runPromise(Effect.suspend(effect))
  }

/** The only movement. */
export const onlyMovement = (movements: ReadonlyArray<Movement>): Movement => {
  expect(movements).toHaveLength(1)
  return movements[0] as Movement
}

export const outpointsOf = ({ inputs }: Pick<BuiltPayment, "inputs">): ReadonlyArray<Outpoint> =>
  inputs.map(({ outpoint }) => outpoint)
