import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { endFreeAccess } from "../../worker/subscriptions/runSubscriptions.ts"
import { at, DAY, levelAt, openSubscriptionKit, type SubscriptionKit } from "./testing/subscriptionKit.ts"

type Given = {
  readonly trialDays: number
  readonly people: ReadonlyArray<{ readonly userCode: string; readonly levelId: number; readonly until: number | null }>
}
type Free = { readonly free: ReadonlyArray<{ readonly channelCode: string; readonly kind: string }> }

let kit: SubscriptionKit
beforeAll(async () => {
  kit = await openSubscriptionKit(["Harbour Notes", "Quiet Fields"])
})
afterAll(() => kit.close())

const give = (person: TestPerson, levelId: 2 | 3 | null, more: object = {}, creator = kit.creator(0)) =>
  kit.call("Channel/UpdateFreeAccess", { userCode: person.userCode, levelId, ...more }, creator)
const given = (creator = kit.creator(0)) => kit.data<Given>("Channel/LoadFreeAccess", {}, creator)
const free = async (person: TestPerson) => (await kit.data<Free>("Channel/LoadSubscribeRule", {}, person)).free
const trial = (person: TestPerson, index = 0) =>
  kit.call("Channel/StartTrial", { channelCode: kit.codeOf(index) }, person)
const supporters = async () => {
  const { subscribers, premium } = await kit.data<Record<string, { readonly count: number }>>(
    "UserProfile/SupporterList",
    {},
    kit.creator(0),
  )
  return [subscribers?.count, premium?.count]
}
/** How many levels of a person lists know, whatever their source. */
const listed = async (person: TestPerson) =>
  (await kit.ledger.sql`select 1 from read.chat_grant where person_id = ${person.personId}`).length

describe("access that a creator gives", () => {
  it("opens at once, costs nothing, counts as no supporter and ends with a click [S7-064]", async () => {
    const person = await kit.payer()
    expect((await give(person, 3)).status).toBe(200)
    expect(await levelAt(Date.now(), kit.creator(0), person)).toBe(3)
    expect(await levelAt(Date.now(), kit.creator(1), person)).toBe(0)
    expect((await given()).people).toMatchObject([{ userCode: person.userCode, levelId: 3, until: null }])
    expect(await free(person)).toMatchObject([{ channelCode: kit.codeOf(0), kind: "given" }])
    expect(await supporters()).toEqual([0, 0])
    expect(await kit.balance("available", person)).toBe(100_000n)
    await give(person, null)
    expect(await levelAt(Date.now(), kit.creator(0), person)).toBe(0)
    expect([await free(person), (await given()).people]).toEqual([[], []])
  })

  it("ends by itself, and lists hear of it", async () => {
    const person = await kit.payer()
    const until = Date.now() + DAY
    await give(person, 2, { until })
    expect(await levelAt(until - 1, kit.creator(0), person)).toBe(2)
    expect(await levelAt(until, kit.creator(0), person)).toBe(0)
    await expect.poll(() => listed(person)).toBe(1)
    await at(until, endFreeAccess)
    await expect.poll(() => listed(person)).toBe(0)
  })

  it("is refused for oneself, for a day that is over, for nobody, and to people without a channel", async () => {
    const person = await kit.payer()
    expect((await give(kit.creator(0), 2)).body.errors).toHaveProperty("userCode")
    expect((await give(person, 2, { until: Date.now() - DAY })).body.errors).toHaveProperty("until")
    expect((await give({ ...person, userCode: "QI0000000000" }, 2)).body.errors).toHaveProperty("userCode")
    expect((await give(kit.creator(0), 2, {}, person as never)).status).toBe(404)
  })
})

describe("a trial", () => {
  const offer = (days: number) => kit.call("Channel/UpdateTrial", { days }, kit.creator(0))
  const offered = async () =>
    (await kit.data<{ trialDays: number }>("Channel/LoadOffer", { channelCode: kit.codeOf(0) }, kit.creator(1)))
      .trialDays

  it("is offered by the creator, begun once, and takes no money and no seat [S7-064]", async () => {
    const person = await kit.payer()
    expect((await trial(person)).status).toBe(409)
    expect((await offer(14)).status).toBe(200)
    expect(await offered()).toBe(14)
    const startedMs = Date.now()
    expect((await trial(person)).status).toBe(200)
    expect(await free(person)).toMatchObject([{ channelCode: kit.codeOf(0), kind: "trial" }])
    expect(await levelAt(startedMs + 14 * DAY - 1, kit.creator(0), person)).toBe(2)
    expect(await levelAt(startedMs + 15 * DAY, kit.creator(0), person)).toBe(0)
    expect((await trial(person)).status).toBe(409)
    await at(startedMs + 15 * DAY, endFreeAccess)
    expect((await trial(person)).status).toBe(409)
    expect(await kit.balance("available", person)).toBe(100_000n)
    expect(await supporters()).toEqual([0, 0])
  })

  it("is refused to subscribers and to its creator, and can be ended", async () => {
    await offer(7)
    const person = await kit.payer()
    await kit.subscribe(person)
    expect((await trial(person)).status).toBe(409)
    expect((await trial(kit.creator(0))).body.errors).toHaveProperty("userCode")
    expect((await offer(31)).body.errors).toHaveProperty("days")
    await offer(0)
    expect(await offered()).toBe(0)
    expect((await trial(await kit.payer())).status).toBe(409)
  })
})
