import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Hints, PostgresEventStore, Sealing, Sql, type SqlClient, uuidv7 } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { Chains, SimWorlds } from "../../chains/Chains.ts"
import { networks } from "../../chains/networks.ts"
import { inProcessSigner } from "../../chains/signer/inProcessSigner.ts"
import { makeKeys } from "../../chains/signer/Keys.ts"
import type { SimWorld } from "../../chains/sim/SimWorld.ts"
import { type LedgerKit, openLedger } from "../../ledger/testing/ledgerKit.ts"
import { compareBooks } from "../reconcile/compareBooks.ts"
import { ADDRESSES_PER_DAY_MAX, DepositAddresses } from "./DepositAddresses.ts"
import { DepositWatch } from "./DepositWatch.ts"
import { PrepaidPayments } from "./PrepaidPayments.ts"

let db: TestDatabase
let sql: SqlClient
let kit: LedgerKit
let world: SimWorld
/** Two processes that watch the same chain. */
let watchers: ReadonlyArray<
  ManagedRuntime.ManagedRuntime<DepositAddresses | DepositWatch | Chains | SimWorlds | Sql, never>
>

const LTC = 3
const signer = inProcessSigner(makeKeys({ bytes: new Uint8Array(32).fill(7), isDemo: true }))

beforeAll(async () => {
  db = await testDatabase()
  kit = await openLedger(db.url)
  const layer = Layer.mergeAll(DepositAddresses.layer, DepositWatch.layer).pipe(
    Layer.provide(PrepaidPayments.layerNone),
    Layer.provideMerge(Layer.mergeAll(Chains.layerDemo, SimWorlds.layer)),
    Layer.provideMerge(PostgresEventStore),
    Layer.provideMerge(Layer.mergeAll(Hints.layerSilent, Sealing.layerMemory)),
    Layer.provideMerge(Sql.layer(db.url)),
  )
  watchers = [1, 2].map(() => ManagedRuntime.make(layer))
  sql = (await first().runPromise(Sql)).client
  world = (await first().runPromise(SimWorlds)).of("LTC")
  await first().runPromise(DepositWatch.use((watch) => watch.openAccount("LTC", signer)))
})
afterAll(async () => {
  for (const watcher of watchers) await watcher.dispose()
  await kit.close()
  await db.drop()
})

const first = () => {
  const [watcher] = watchers
  if (watcher === undefined) throw new Error("nobody watches")
  return watcher
}
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)
const give = (personId: string, wantsNew = false) =>
  first().runPromise(DepositAddresses.use((depositAddresses) => depositAddresses.give(personId, LTC, wantsNew)))
/** Every process scans, twice. */
const scan = async (usdCents: bigint | null | ((units: bigint) => bigint) = 1n) => {
  const centsOf = (_: number, units: bigint) =>
    Effect.succeed(typeof usdCents === "function" ? usdCents(units) : usdCents)
  const once = () =>
    Promise.all(watchers.map((watcher) => watcher.runPromise(DepositWatch.use((watch) => watch.scan("LTC", centsOf)))))
  await once()
  return once()
}
const person = () => uuidv7(Date.now())
const held = async (personId: string) => (await kit.stands(`available:${LTC}:${personId}`)).posted
/** The events of one person's deposits, in order. */
const eventsOf = async (personId: string) => {
  const rows = await sql<Array<{ type: string }>>`
    select type from es.event where type like 'wallet.Deposit%' and data->>'ownerId' = ${personId} order by position`
  return rows.map(({ type }) => type.slice("wallet.Deposit".length, -3)).join(" ")
}
const inSuspense = async () => {
  await kit.use(({ flushHotEntries }) => flushHotEntries)
  return (await kit.stands(`suspense:${LTC}:`)).posted
}
/** Why withdrawals were stopped. */
const stops = async () => {
  const rows = await sql<Array<{ reason: string }>>`
    select data->>'reason' as reason from es.event where type = 'wallet.WithdrawalsStopped.v1' order by position`
  return rows.map(({ reason }) => reason)
}
const isRight = async () => {
  const { books, unbalanced } = await compareBooks(sql, async () => ({ position: 0, books: [] }))
  expect([books, unbalanced]).toEqual([[], []])
}

describe("a deposit address", () => {
  it("belongs to one person permanently, and another one can be requested", async () => {
    const [anna, bert] = [person(), person()]
    const one = await give(anna)
    expect(one.address).toMatch(/^demoltc1/)
    expect(await give(anna)).toEqual(one)
    const many = await Promise.all([give(bert), give(bert), give(bert)])
    expect(new Set(many.map(({ address }) => address)).size).toBe(1)
    const other = await give(anna, true)
    expect(new Set([one.address, other.address, many[0]?.address]).size).toBe(3)
    expect(await give(anna)).toEqual(other)
  })

  it("can be created ten times a day per person; beyond that no index is drawn, and no node watches more", async () => {
    const [cleo, dora] = [person(), person()]
    const { index } = await give(cleo)
    for (let more = 1; more < ADDRESSES_PER_DAY_MAX; more += 1)
      expect((await give(cleo, true)).index).toBe(index + more)
    const last = await give(cleo)
    for (let more = 0; more < 3; more += 1) expect(await give(cleo, true)).toEqual(last)
    expect((await give(dora)).index).toBe(last.index + 1)
  })

  it("is refused for an asset without a chain or account key", async () => {
    for (const asset of [1, 4, 99]) {
      const refused = DepositAddresses.use((depositAddresses) =>
        Effect.flip(depositAddresses.give(person(), asset, false)),
      )
      expect(await first().runPromise(refused)).toMatchObject({ _tag: "NoDeposits" })
    }
  })
})

describe("a deposit", () => {
  it("is seen at once, is credited once after its confirmations, also at an earlier address", async () => {
    const anna = person()
    const { script } = await give(anna)
    await give(anna, true)
    await run(world.faucet({ script, amount: 5_000_000n }))
    await scan()
    expect([await eventsOf(anna), await held(anna)]).toEqual(["Seen", "0"])
    const { usual } = networks.LTC.demo.confirmations
    await run(world.mine(usual - 1))
    await scan()
    expect([await eventsOf(anna), await held(anna)]).toEqual(["Seen Mined", "0"])
    await run(world.mine(1))
    await scan()
    for (const _ of [1, 2]) await scan()
    expect([await eventsOf(anna), await held(anna)]).toEqual(["Seen Mined Credited", "5000000"])
    await isRight()
  })

  it("of a large amount, or without a rate, needs more confirmations", async () => {
    const [anna, bert] = [person(), person()]
    const { usual, large } = networks.LTC.demo.confirmations
    for (const [who, usdCents] of [
      [anna, 100_000n],
      [bert, null],
    ] as const) {
      const { script } = await give(who)
      await run(world.faucet({ script, amount: 1_000_000n }))
      await scan(usdCents)
      await run(world.mine(usual))
      await scan(usdCents)
      expect(await held(who)).toBe("0")
      await run(world.mine(large - usual))
      await scan(usdCents)
      expect(await held(who)).toBe("1000000")
    }
  })

  it("needs no more confirmations because of unconfirmed payments announced to its owner", async () => {
    const anna = person()
    const { script } = await give(anna)
    const centsOf = (units: bigint) => units / 10n
    const announced = await run(world.faucet({ script, amount: 5_000_000n }))
    await scan(centsOf)
    await run(world.faucet({ script, amount: 600_000n }))
    await scan(centsOf)
    await run(world.doubleSpend(announced))
    await run(world.mine(networks.LTC.demo.confirmations.usual))
    await scan(centsOf)
    expect(await held(anna)).toBe("600000")
    await isRight()
  })

  it("needs as many as a large one if its owner has more in shallow blocks, however it was split", async () => {
    const anna = person()
    const { script } = await give(anna)
    const { usual, large } = networks.LTC.demo.confirmations
    const centsOf = (units: bigint) => units / 10n
    await run(world.faucet({ script, amount: 600_000n }))
    await run(world.faucet({ script, amount: 600_000n }))
    await scan(centsOf)
    await run(world.mine(usual))
    await scan(centsOf)
    expect(await held(anna)).toBe("0")
    await run(world.mine(large - usual))
    await scan(centsOf)
    expect(await held(anna)).toBe("1200000")
    await run(world.faucet({ script, amount: 600_000n }))
    await scan(centsOf)
    await run(world.mine(usual))
    await scan(centsOf)
    expect(await held(anna)).toBe("1800000")
    await isRight()
  })

  it("that is undone is taken back, and returns with its block", async () => {
    const anna = person()
    const { script } = await give(anna)
    await run(world.faucet({ script, amount: 3_000_000n }))
    await run(world.mine(6))
    await scan()
    expect(await held(anna)).toBe("3000000")
    await run(world.reorg(7))
    await scan()
    expect([await eventsOf(anna), await held(anna)]).toEqual(["Seen Mined Credited Reversed Unmined", "0"])
    await run(world.mine(6))
    await scan()
    expect(await held(anna)).toBe("3000000")
    await isRight()
  })

  it("that one watcher saw as pending and another credited can be taken back by the first", async () => {
    const anna = person()
    const lookOf = (which: number) =>
      watchers[which]?.runPromise(DepositWatch.use((watch) => watch.scan("LTC", () => Effect.succeed(1n))))
    const { script } = await give(anna)
    await run(world.faucet({ script, amount: 3_000_000n }))
    for (const _ of [1, 2]) await lookOf(0)
    await run(world.mine(6))
    await lookOf(1)
    expect(await held(anna)).toBe("3000000")
    await run(world.reorg(7))
    await lookOf(0)
    expect(await held(anna)).toBe("0")
    await run(world.mine(6))
    await scan()
    await isRight()
  })

  it("that is undone after it was spent leaves the shortage in suspense", async () => {
    const [anna, bert] = [person(), person()]
    const { script } = await give(anna)
    await run(world.faucet({ script, amount: 3_000_000n }))
    await run(world.mine(6))
    await scan()
    const entries = [
      { account: `available:${LTC}:${anna}`, amount: -2_000_000n },
      { account: `available:${LTC}:${bert}`, amount: 2_000_000n },
    ]
    await kit.use((ledger) => ledger.transfer({ purpose: "donation", entries }))
    await run(world.reorg(7))
    await scan()
    expect([await held(anna), await held(bert)]).toEqual(["0", "2000000"])
    expect(await inSuspense()).toBe("-2000000")
    expect(await stops()).toEqual([expect.stringMatching(/was undone, and its owner has 2000000 of it no longer$/)])

    await run(world.mine(6))
    await scan()
    expect([await held(anna), await held(bert), await inSuspense()]).toEqual(["1000000", "2000000", "0"])
    await run(world.reorg(7))
    await scan()
    expect([await held(anna), await inSuspense()]).toEqual(["0", "-2000000"])
    await run(world.mine(6))
    await scan()
    expect([await held(anna), await inSuspense()]).toEqual(["1000000", "0"])
    await isRight()
  })

  it("to a deleted account goes to suspense, and leaves with its block", async () => {
    const anna = person()
    const { script } = await give(anna)
    const [before, stopped] = [await inSuspense(), await stops()]
    await sql`select wallet.close_owner('{}', ${anna})`
    await run(world.faucet({ script, amount: 3_000_000n }))
    const there = String(BigInt(before) + 3_000_000n)
    for (const status of [there, before, there]) {
      await (status === there ? run(world.mine(6)) : run(world.reorg(7)))
      await scan()
      expect([await held(anna), await inSuspense()]).toEqual(["0", status])
    }
    expect(await stops()).toEqual(stopped)
    await isRight()
  })

  it("to an account deleted during the scan goes to suspense too", async () => {
    const anna = person()
    const { script } = await give(anna)
    const before = await inSuspense()
    await run(world.faucet({ script, amount: 3_000_000n }))
    await run(world.mine(6))
    const leaving = Effect.promise(() => sql`select wallet.close_owner('{}', ${anna})`)
    await first().runPromise(DepositWatch.use((watch) => watch.scan("LTC", () => Effect.as(leaving, 0n))))
    expect([await held(anna), await inSuspense()]).toEqual(["0", String(BigInt(before) + 3_000_000n)])
    await isRight()
  })

  it("that is undone while its owner is frozen is not credited twice", async () => {
    const anna = person()
    const { script } = await give(anna)
    await run(world.faucet({ script, amount: 3_000_000n }))
    await run(world.mine(6))
    await scan()
    const before = await inSuspense()
    await kit.use((ledger) => ledger.setFrozen(anna, true, "asked for"))
    await run(world.reorg(7))
    await scan()
    expect([await held(anna), await inSuspense()]).toEqual(["3000000", String(BigInt(before) - 3_000_000n)])
    await run(world.mine(6))
    await scan()
    expect([await held(anna), await inSuspense()]).toEqual(["3000000", before])
    await isRight()
  })

  it("that conflicts with a confirmed transaction is never credited", async () => {
    const bert = person()
    const { script } = await give(bert)
    const lost = await run(world.faucet({ script, amount: 1_000_000n }))
    await scan()
    await run(world.doubleSpend(lost))
    await run(world.mine(6))
    await scan()
    expect([await eventsOf(bert), await held(bert)]).toEqual(["Seen Vanished", "0"])
    await isRight()
  })
})

describe("a chain", () => {
  it("with random reorganisations credits exactly its outputs", async () => {
    const people = await Promise.all(
      Array.from({ length: 3 }, async () => ({ id: person(), ...(await give(person())) })),
    )
    const owners = await Promise.all(people.map(async ({ id }) => ({ id, script: (await give(id)).script })))
    const rounds = Number(process.env["DEPOSIT_ROUNDS"] ?? 12)
    let seed = Number(process.env["DEPOSIT_SEED"] ?? 20261122)
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
      return seed % below
    }
    for (let round = 0; round < rounds; round++) {
      const owner = owners[random(owners.length)]
      if (owner !== undefined && random(3) > 0)
        await run(world.faucet({ script: owner.script, amount: BigInt(100_000 + random(1_000_000)) }))
      await run(world.mine(1 + random(4)))
      if (random(3) === 0) await run(world.reorg(1 + random(12)))
      if (random(2) === 0) await scan()
    }
    await run(world.mine(12))
    await scan()
    for (const { id, script } of owners) {
      const [row] = await sql<Array<{ sum: string }>>`
        select coalesce(sum(o.amount), 0)::text as sum from sim.output o
          join sim.transaction t using (network, txid) join sim.block b on b.network = t.network and b.hash = t.block_hash
        where o.script = ${script} and b.is_active`
      expect([seed, await held(id)]).toEqual([seed, row?.sum])
    }
    await isRight()
  })

  it("that is unreachable is retried later, and one with a deep reorganisation halts until an operator checks", async () => {
    await run(world.setAway(true))
    expect(await scan()).toMatchObject([{ _tag: "Unavailable" }, { _tag: "Unavailable" }])
    await run(world.setAway(false))
    await run(world.mine(40))
    await scan()
    await run(world.reorg(30))
    expect(await scan()).toMatchObject([{ _tag: "Halted" }, { _tag: "Halted" }])
    expect(
      await first().runPromise(
        DepositAddresses.use((depositAddresses) => Effect.flip(depositAddresses.give(person(), LTC, false))),
      ),
    ).toMatchObject({
      _tag: "NoDeposits",
    })
  })
})
