import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { UNSIGNED_MAX } from "./decideRequest.ts"
import { giveUpUnsigned } from "./giveUpUnsigned.ts"
import { openWithdrawals, type WithdrawalKit } from "./testing/withdrawalKit.ts"
import { AT_ONCE, withdrawalStories } from "./testing/withdrawalStories.ts"
import { Withdrawals } from "./Withdrawals.ts"

let kit: OnOwnDatabase<WithdrawalKit>
let story: ReturnType<typeof withdrawalStories>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
  story = withdrawalStories(kit)
})
afterAll(() => kit.close())

const LARGE = 50_000_000n
const LITTLE = 10_000n
const cancel = (withdrawalId: string, personId: string) =>
  kit.run(Withdrawals.use((withdrawals) => withdrawals.cancel(withdrawalId, { personId })))

/** Withdrawals of many people, more than one run begins, requested before all others. */
const crowd = async (phase: string, approvalsNeeded: number) => {
  const people = kit.newId()
  await kit.sql`
    insert into wallet.withdrawal (withdrawal_id, asset_type_id, person_id, phase, amount, fee, requested_at, due_at,
      approvals_needed)
    select ${people} || '-' || n, 1, ${people} || '-' || n, ${phase}, 10000, 4000, now() - interval '2 days',
      now() - interval '2 days', ${approvalsNeeded}
    from generate_series(1, 1100) n`
  return () => kit.sql`delete from wallet.withdrawal where withdrawal_id like ${`${people}-%`}`
}

describe("waiting withdrawals", () => {
  it("for approval block no others, however many there are", async () => {
    const leave = await crowd("requested", 2)
    const { withdrawalId } = await story.requested()
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("seen")
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    await leave()
    await story.audit()
  })

  it("for coins or fees are processed in turn, so that later ones do not starve", async () => {
    const leave = await crowd("approved", 0)
    const { withdrawalId } = await story.requested()
    for (let steps = 0; steps < 3; steps += 1) await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("seen")
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    await leave()
    await story.audit()
  })

  it("are limited per person and asset, also for concurrent requests, until some are cancelled or sent", async () => {
    const personId = await kit.rich(60_000_000n)
    const entry = await kit.keep(personId, await kit.payee())
    const little = kit.wish(personId, entry, { amount: LITTLE })
    const { withdrawalId: largeId } = await kit.request(kit.wish(personId, entry, { amount: LARGE }))
    for (let requested = 1; requested < UNSIGNED_MAX - 3; requested += 1) await kit.request(little)
    const refusals = await Promise.all(Array.from({ length: AT_ONCE }, () => kit.refusal(little)))
    expect(refusals.toSorted()).toEqual([...Array(AT_ONCE - 3).fill("TooManyUnsigned"), null, null, null])
    // All of them are large by their sum, and stay so; withdrawals of other people are sent.
    await cancel(largeId, personId)
    const other = await story.requested()
    await kit.step()
    expect(await kit.phase(other.withdrawalId)).toBe("seen")
    const { withdrawalId } = await kit.request(little)
    expect(await kit.refusal(little)).toBe("TooManyUnsigned")
    // It is small by now: once it is sent there is capacity again.
    expect(await story.untilDone(other.withdrawalId)).toBe("confirmed")
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.refusal(little)).toBeNull()

    const of = { personId, assetTypeId: 1, reason: "a deposit was undone" }
    await kit.run(Effect.flatMap(giveUpUnsigned, (give) => give(kit.sql, of)))
    const [row] = await kit.sql<Array<{ count: number }>>`
      select count(*)::int from wallet.withdrawal where person_id = ${personId}
        and phase not in ('confirmed', 'cancelled')`
    expect([row?.count, (await kit.stands(personId))[1]]).toEqual([0, 0n])
    await story.audit()
  })
})
