import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connect, type SqlClient } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { FAUCET_UNITS_MAX } from "../limits.ts"
import { networks } from "../networks.ts"
import { keyOf } from "../payment/chooseCoins.ts"
import { makeTestAccount, strangerScript } from "../testing/testAccount.ts"
import { makeSimChain } from "./makeSimChain.ts"
import { makeSimWorld } from "./makeSimWorld.ts"

const UNITS = 1_000_000n
let databases: ReadonlyArray<TestDatabase>
let pools: ReadonlyArray<SqlClient>
beforeAll(async () => {
  databases = [await testDatabase(), await testDatabase()]
  pools = databases.flatMap(({ url }) => [connect(url), connect(url)])
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await Promise.all(databases.map((database) => database.drop()))
})

const simOf = (pool: number, name: "BTC" | "BCH" | "LTC" = "BTC") => {
  const place = { sql: pools[pool] as SqlClient, network: networks[name].demo, seed: "world" }
  return { chain: makeSimChain(place), world: makeSimWorld(place), network: place.network }
}
const run = Effect.runPromise

describe("a demo chain", () => {
  it("is reproducible with the same seed and clock", async () => {
    const story = ({ chain, world, network }: ReturnType<typeof simOf>) =>
      Effect.gen(function* () {
        const account = makeTestAccount(network, "story")
        const watch = account.watchOf(0, 0)
        yield* chain.watch([watch])
        const paid = yield* world.faucet({ script: watch.script, amount: UNITS })
        yield* TestClock.adjust("10 seconds")
        yield* world.mine(3)
        const spent = yield* world.doubleSpend(paid)
        yield* world.faucet({ script: watch.script, amount: UNITS })
        yield* TestClock.adjust("10 seconds")
        yield* world.reorg(2)
        yield* world.mine(1)
        return { paid, spent, tip: yield* chain.tip, movements: yield* chain.movements(null) }
      }).pipe(Effect.provide(TestClock.layer()))
    const first = await run(story(simOf(0, "LTC")))
    expect(await run(story(simOf(2, "LTC")))).toEqual(first)
    expect(first.tip).toMatchObject({ timeMs: 20_000 })
    expect(first.movements.movements.map(({ status }) => status._tag).sort()).toEqual(["Confirmed", "Conflicted"])
  })

  it("gives each coin to one payment, and each block one parent, under concurrent requests", async () => {
    const [one, other] = [simOf(0), simOf(1)]
    const account = makeTestAccount(one.network, "crowd")
    const watches = Array.from({ length: 6 }, (_, index) => account.watchOf(0, index))
    const change = account.watchOf(1, 0)
    await Promise.all([one, other].map(({ chain }) => run(chain.watch([...watches, change]))))
    await Promise.all(
      watches.map(({ script }, index) => run((index % 2 ? one : other).world.faucet({ script, amount: UNITS }))),
    )
    await Promise.all([one, other].map(({ world }) => run(world.mine(3))))
    const payment = {
      outputs: [{ script: strangerScript(one.network, "x"), amount: UNITS / 2n }],
      changeScript: change.script,
      feeRate: 10_000n,
      feeMax: UNITS,
      confirmationsMin: 1,
    }
    const built = await Promise.all(watches.map((_, index) => run((index % 2 ? one : other).chain.build(payment))))
    expect(new Set(built.flatMap(({ inputs }) => inputs.map(({ outpoint }) => keyOf(outpoint)))).size).toBe(6)
    const raws = built.map(({ psbt }) => account.sign(psbt))
    await Promise.all([...raws, ...raws].map((raw, index) => run((index % 2 ? one : other).chain.broadcast(raw))))
    await Promise.all([one, other].map(({ world }) => run(world.mine(1))))
    const { coins, tip } = await run(one.chain.unspent)
    expect(coins.map(({ script }) => script)).toEqual(Array<string>(6).fill(change.script))
    expect(tip.height).toBe(8)
  })

  it("mines automatically only if a block is due and a transaction or a user waits for it", async () => {
    const { chain, world, network } = simOf(0, "BCH")
    const story = Effect.gen(function* () {
      expect(yield* world.mineDue(15)).toBe(false)
      yield* chain.tip
      yield* TestClock.adjust("1 hour")
      expect(yield* world.mineDue(15)).toBe(false)
      yield* world.faucet({ script: strangerScript(network, "x"), amount: UNITS })
      expect(yield* world.mineDue(15)).toBe(true)
      expect(yield* world.mineDue(15)).toBe(false)
      for (let block = 1; block <= network.windowBlocks; block++) {
        yield* TestClock.adjust("15 seconds")
        expect(yield* world.mineDue(15)).toBe(true)
      }
      yield* TestClock.adjust("15 seconds")
      expect(yield* world.mineDue(15)).toBe(false)
      expect((yield* chain.tip).height).toBe(network.windowBlocks + 1)
    })
    await run(story.pipe(Effect.provide(TestClock.layer())))
  })

  it("explains operations that are not possible, and changes nothing", async () => {
    const { chain, world, network } = simOf(1, "BCH")
    const script = strangerScript(network, "x")
    const tip = await run(world.mine(12))
    const refusal = <A>(effect: Effect.Effect<A, unknown>) => run(Effect.flip(effect))
    expect(await refusal(world.reorg(11))).toMatchObject({ why: "final", messageKey: "wallet.sim.final" })
    const paid = await run(world.faucet({ script, amount: FAUCET_UNITS_MAX }))
    expect(await refusal(world.bump(paid))).toMatchObject({ why: "keeps" })
    expect(await refusal(world.faucet({ script, amount: FAUCET_UNITS_MAX + 1n }))).toMatchObject({ why: "amount" })
    expect(await refusal(world.faucet({ script, amount: 0n }))).toMatchObject({ why: "amount" })
    expect(await refusal(world.faucet({ script, amount: 1n }))).toMatchObject({ _tag: "BroadcastRefused" })
    expect(await refusal(world.doubleSpend("ab".repeat(32)))).toMatchObject({ why: "foreign" })
    expect(await refusal(world.mine(1, { include: ["00"] }))).toMatchObject({ reason: "invalid" })
    expect(await run(chain.tip)).toEqual(tip)
    expect(await run(world.evict(paid))).toBe(1)
    expect(await run(chain.statusOf({ txid: paid, inputs: [] }))).toEqual({ _tag: "Absent" })
    const bitcoin = simOf(1)
    const settled = await run(bitcoin.world.faucet({ script: strangerScript(bitcoin.network, "x"), amount: UNITS }))
    await run(bitcoin.world.mine(1))
    expect(await refusal(bitcoin.world.bump(settled))).toMatchObject({ why: "settled" })
    expect(await refusal(bitcoin.world.reorg(500))).toMatchObject({ why: "short" })
    await expect(run(bitcoin.world.mine(0))).rejects.toThrow(RangeError)
  })

  it("loses permanently what a reorganization loses, and everything that depended on it", async () => {
    const { chain, world, network } = simOf(2)
    const account = makeTestAccount(network, "lost")
    const [watch, change] = [account.watchOf(0, 0), account.watchOf(1, 0)]
    await run(chain.watch([watch, change]))
    const paid = await run(world.faucet({ script: watch.script, amount: UNITS }))
    await run(world.mine(1))
    const built = await run(
      chain.build({
        outputs: [{ script: strangerScript(network, "x"), amount: UNITS / 2n }],
        changeScript: change.script,
        feeRate: 10_000n,
        feeMax: UNITS,
        confirmationsMin: 1,
      }),
    )
    const txid = await run(chain.broadcast(account.sign(built.psbt)))
    await run(world.reorg(1, true))
    for (const each of [paid, txid]) {
      expect(await run(chain.statusOf({ txid: each, inputs: [] }))).toEqual({ _tag: "Absent" })
    }
    expect(await run(Effect.flip(chain.broadcast(account.sign(built.psbt))))).toMatchObject({ reason: "missing" })
    const { movements } = await run(chain.movements(null))
    expect(movements.map(({ status }) => status)).toEqual([{ _tag: "Absent" }, { _tag: "Absent" }])
    expect((await run(chain.unspent)).coins).toEqual([])
  })

  it("becomes unavailable on request, and returns with its state unchanged", async () => {
    const { chain, world } = simOf(3)
    const tip = await run(chain.tip)
    await run(world.setAway(true))
    const away = { _tag: "ChainUnavailable", reason: "unreachable", chain: "BTC" }
    for (const request of [chain.tip, chain.unspent, chain.movements(null), chain.broadcast("00")]) {
      expect(await run(Effect.flip(request as Effect.Effect<unknown, unknown>))).toMatchObject(away)
    }
    await run(world.setAway(false))
    expect(await run(chain.tip)).toEqual(tip)
  })

  it("reports transactions that were dropped long ago once a block spends their coins", async () => {
    const { chain, world, network } = simOf(2)
    const watch = makeTestAccount(network, "dropped").watchOf(0, 0)
    await run(chain.watch([watch]))
    const dropped = await run(world.faucet({ script: watch.script, amount: UNITS }))
    await run(world.bump(dropped))
    await run(world.mine(2 * network.windowBlocks, { feeRateMin: network.feeRate.max * 2n }))
    const { cursor } = await run(chain.movements(null))
    const statusOfDropped = async () => {
      const { movements } = await run(chain.movements(cursor))
      return movements.find(({ outpoint }) => outpoint.txid === dropped)?.status
    }
    expect(await statusOfDropped()).toBeUndefined()
    await run(world.mine(1))
    expect(await statusOfDropped()).toMatchObject({ _tag: "Conflicted", confirmations: 1 })
  })
})
