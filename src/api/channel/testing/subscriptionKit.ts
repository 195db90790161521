import { Clock, Effect } from "effect"
import { expect } from "vitest"
import type { OpenedChannel } from "#core/channels"
import { Entitlements } from "#core/chat"
import { run, type Services } from "#src/process/runtime.ts"
import { testDatabase } from "#testing"
import type { TestPerson } from "../../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../../core/channels/testing/makeCreator.ts"
import { openLedger } from "../../../../core/ledger/testing/ledgerKit.ts"
import { makeApiKit } from "../../testing/apiKit.ts"
import { walletCalls } from "../../testing/walletCalls.ts"

export const DAY = 86_400_000
/** 10.00 in units of a coin that costs 50,000.00. */
export const TEN = 20_000n

export type Creator = TestPerson & OpenedChannel

/** Runs a job as a process whose clock shows another time. */
export const at = <A>(nowMs: number, work: Effect.Effect<A, never, Services>): Promise<A> =>
  run(
    Effect.flatMap(Clock.Clock, (clock) => {
      const shifted = { currentTimeMillisUnsafe: () => nowMs, currentTimeMillis: Effect.succeed(nowMs) }
      return Effect.provideService(work, Clock.Clock, Object.assign(Object.create(clock), shifted))
    }),
  )

/** The level of a person with a creator at a time. */
export const levelAt = (nowMs: number, creator: TestPerson, person: TestPerson) =>
  at(
    nowMs,
    Entitlements.use(({ levelOf }) => levelOf(creator.personId, person.personId, 0)),
  )

/** A database with creators, payers and a rate, called as clients call it. @param env settings of the process */
export const openSubscriptionKit = async (
  subjects: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
) => {
  const db = await testDatabase()
  const kit = await makeApiKit({ url: db.url, env })
  const ledger = await openLedger(db.url)
  const creators: Array<Creator> = []
  for (const subject of subjects) {
    const person = await kit.people.make()
    creators.push({ ...person, ...(await makeCreator(db.url, person, { subject })) })
  }
  const calls = walletCalls(kit)
  let snapshots = 0
  const takeRate = async (mid: string, nowMs: number) => {
    snapshots += 1
    await kit.notify("rates-", "test", "wallet.RatesTaken.v1", {
      ...{ snapshotId: `2026-11-26.${snapshots}`, origin: "endpoints", takenAt: new Date(nowMs).toISOString() },
      validUntil: new Date(nowMs + 400 * DAY).toISOString(),
      rates: [{ assetTypeId: 1, baseAssetTypeId: 4, mid, sources: ["test"] }],
    })
  }
  await takeRate("50000", Date.now())
  return {
    ...{ kit, db, ledger, creators, takeRate, call: calls.call, data: calls.data },
    creator: (index: number) => creators[index] as Creator,
    codeOf: (index: number) => creators[index]?.channelCode ?? "",
    balance: async (kind: string, { personId }: { readonly personId: string }) =>
      BigInt((await ledger.stands(`${kind}:1:${personId}`)).posted),
    unearned: async () => {
      await ledger.use(({ flushHotEntries }) => flushHotEntries)
      return BigInt((await ledger.stands("unearned:1:")).posted)
    },
    /** A person with coins, and nothing but a session. */
    payer: async (units = 100_000n) => {
      const person = await kit.people.make()
      await ledger.deposit(person.personId, units)
      return person
    },
    /** A payer who subscribes to the first creator, with this level. */
    subscribe: async (person: TestPerson, more: object = {}) => {
      const payload = { channelCode: creators[0]?.channelCode, msf: "10.00", autoRenew: true, ...more }
      const answered = await calls.call("Channel/Subscribe", payload, person)
      expect(answered.body.message).toBe("")
      return answered
    },
    close: async () => {
      await ledger.close()
      await kit.close()
      await db.drop()
    },
  }
}
export type SubscriptionKit = Awaited<ReturnType<typeof openSubscriptionKit>>
