import { Effect, Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { findLitecoind } from "../../../scripts/run/litecoin.ts"
import { deriveAddress } from "../../chains/addresses/deriveAddress.ts"
import { readKeyAccount } from "../../chains/addresses/KeyAccount.ts"
import { type LitecoinOutside, litecoinOutside } from "../../chains/testing/Outside.ts"
import { findGivenIndexes, openChain } from "../deposits/chainBook.ts"
import { compareChain } from "../reconcile/compareChain.ts"
import { Reconciliation } from "../reconcile/Reconciliation.ts"
import { openWithdrawals, SECRETS, type WithdrawalKit } from "./testing/withdrawalKit.ts"
import { openWorkers } from "./testing/workers.ts"

/** Withdrawals with a kill at every step. */
const ROUNDS = Number(process.env["WITHDRAWAL_KILLS"] ?? 1)
const ROUND_MS_MAX = 120_000

/** The steps of a withdrawal until it waits for blocks, and then until it is final. */
const SENDING = [
  ...["noted markApproved", "built", "noted build", "signed", "noted sign"],
  ...["broadcast", "noted broadcast", "scanned Seen", "noted scan"],
]
const ENDING = ["scanned Confirmed", "noted scan"]

const AMOUNT = 2_000_000n
/** The reserved network fee of a withdrawal, and more. */
const FEE = 100_000n
const litecoind = findLitecoind()

describe.skipIf(litecoind === undefined)("a worker that is killed, on a real litecoind", () => {
  let db: TestDatabase
  let outside: LitecoinOutside
  let kit: WithdrawalKit
  let workers: Awaited<ReturnType<typeof openWorkers>>

  beforeAll(async () => {
    if (litecoind === undefined) return
    ;[db, outside] = await Promise.all([testDatabase(), litecoinOutside(litecoind)])
    kit = await openWithdrawals(db.url, outside)
    workers = await openWorkers({ ...SECRETS, DATABASE_URL: db.url, DEMO: "false", LTC_NODE: outside.node })
  })
  afterAll(async () => {
    workers?.close()
    await kit?.close()
    await outside?.close()
    await db?.drop()
  })

  it(
    "with kill -9 at every step pays once, and leaves nothing stuck",
    async () => {
      const figures = { kills: 0, paidOtherwise: 0, stuck: 0 }
      const [personId, assetTypeId] = [await kit.rich((AMOUNT + FEE) * BigInt(ROUNDS)), outside.network.assetTypeId]
      const scripts: Array<string> = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const script = await kit.payee()
        scripts.push(script)
        const entry = await kit.keep(personId, script)
        const { withdrawalId } = await kit.request(kit.wish(personId, entry, { amount: AMOUNT, fee: FEE }))
        const killAt = async (seam: string) => {
          expect([withdrawalId, seam, await workers.killAt(seam)]).toEqual([withdrawalId, seam, "SIGKILL"])
          figures.kills += 1
        }
        for (const seam of SENDING) await killAt(seam)
        await outside.mine(outside.network.confirmations.usual)
        for (const seam of ENDING) await killAt(seam)
        if ((await kit.phase(withdrawalId)) !== "confirmed" || (await kit.stands(personId))[1] !== 0n)
          figures.stuck += 1
        await kit.forget(personId, entry.entryId)
      }
      // Enough blocks for everything that was broadcast.
      await outside.mine(outside.network.confirmations.large)
      for (const script of scripts) {
        const paid = await outside.paid(script)
        if (paid.length !== 1 || paid[0] !== AMOUNT) figures.paidOtherwise += 1
      }
      const kills = ROUNDS * (SENDING.length + ENDING.length)
      expect(figures).toEqual({ kills, paidOtherwise: 0, stuck: 0 })
      expect(await outside.waiting()).toEqual([])
      expect(await kit.books()).toEqual({ sum: 0n, custody: -(await kit.hot()), out: 0n, network: 0n, suspense: 0n })
      const comparison = await kit.run(compareChain(kit.sql, kit.chain))
      expect(comparison).toMatchObject({ assetTypeId, difference: 0n, unsent: 0n })
    },
    ROUNDS * ROUND_MS_MAX,
  )

  it("finds addresses that were never given in its nightly scan by keys, and has the node watch them", async () => {
    const scan = () =>
      kit.run(
        Reconciliation.use((reconciliation) => reconciliation.scan("LTC")).pipe(Effect.provide(Reconciliation.layer)),
      )
    expect(await scan()).toMatchObject({ difference: 0n, unseen: [] })
    const { keyAccount } = await openChain(kit.sql, outside.network)
    const account = Result.getOrThrow(readKeyAccount(outside.network, keyAccount ?? ""))
    const [given] = await findGivenIndexes(kit.sql, outside.network)
    const { script, text } = deriveAddress(outside.network, account, given + 3)
    await outside.pay(script, AMOUNT)
    await outside.mine(1)
    expect((await kit.run(compareChain(kit.sql, kit.chain))).difference).toBe(0n)
    const found = await scan()
    expect(found).toMatchObject({ difference: AMOUNT, unseen: [{ text, index: given + 3 }] })
    await kit.run(
      Reconciliation.use((reconciliation) => reconciliation.suspend(found)).pipe(Effect.provide(Reconciliation.layer)),
    )
    expect(await scan()).toMatchObject({ difference: 0n, unseen: [] })
    expect((await kit.run(compareChain(kit.sql, kit.chain))).difference).toBe(0n)
  })
})
