import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Channels } from "#core/channels"
import { EventStore, type StoredEvent } from "#core/kernel"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import {
  at,
  DAY,
  levelAt,
  openSubscriptionKit,
  type SubscriptionKit,
  TEN,
} from "../../api/channel/testing/subscriptionKit.ts"
import { remindPayers, runPayday, settleDueRules } from "../subscriptions/runSubscriptions.ts"
import { noticesReactor } from "./notices.ts"
import {
  forgetPayersReactor,
  leaveRulesReactor,
  retryRenewalsReactor,
  scheduleRemindersReactor,
} from "./subscriptions.ts"

type Rules = {
  readonly rule: { readonly starts: number; readonly ends: number; readonly missed: string | null }
  readonly channels: ReadonlyArray<{ readonly code: string; readonly weight: number }>
  readonly seats: ReadonlyArray<{ readonly status: string }>
}

let kit: SubscriptionKit
beforeAll(async () => {
  kit = await openSubscriptionKit(["Harbour Notes", "Quiet Fields", "River Post"])
})
afterAll(() => kit.close())

const rulesOf = (who: TestPerson) => kit.data<Rules>("Channel/LoadSubscribeRule", {}, who)

/** The last event of a type in the log. */
const lastEvent = (type: string): Promise<StoredEvent> =>
  run(
    Effect.gen(function* () {
      const store = yield* EventStore
      const events = yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 1_000, types: [type] })
      return events.at(-1) as StoredEvent
    }),
  )

/** The titles of a person's notices about subscriptions, after the reactor has read every change of creators twice. */
const noticeTitlesOf = async (person: TestPerson): Promise<ReadonlyArray<string>> => {
  const { react } = await run(noticesReactor)
  const events = await run(
    Effect.gen(function* () {
      const store = yield* EventStore
      const types = ["subscriptions.CreatorSet.v1"]
      return yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 1_000, types })
    }),
  )
  for (const event of [...events, ...events]) await react(event)
  await run(Effect.flatMap(EventStore, (store) => Effect.flatMap(store.watermark, (at) => waitFor("notices", at))))
  const { messages } = await kit.data<{ readonly messages: ReadonlyArray<{ readonly title: string }> }>(
    "Message/LoadMessage",
    { type: "Account" },
    person,
  )
  return messages.map(({ title }) => title)
}

/** The event that began the last term of a person's first rule. */
const lastTerm = ({ personId }: TestPerson): Promise<StoredEvent> =>
  run(
    Effect.gen(function* () {
      const events = yield* (yield* EventStore).readStream(`rule-${personId}.1`)
      return events.findLast(({ type }) => type === "subscriptions.TermBegun.v1") as StoredEvent
    }),
  )

describe("retry_renewals", () => {
  it("charges a missed renewal as soon as coins arrive, and keeps the anchor", async () => {
    const person = await kit.payer(TEN + TEN / 2n)
    await kit.subscribe(person)
    const { rule } = await rulesOf(person)
    const late = rule.ends + DAY
    await at(late, settleDueRules)
    await expect.poll(async () => (await rulesOf(person)).rule.missed).toBe("balance")
    await kit.ledger.deposit(person.personId, TEN)
    await (await at(late, retryRenewalsReactor)).react(await lastEvent("ledger.Transferred.v1"))
    await expect.poll(async () => (await rulesOf(person)).rule).toMatchObject({ missed: null, starts: rule.ends })
    expect(await kit.balance("available", person)).toBe(TEN / 2n)
  })
})

describe("leave_rules", () => {
  it("removes a creator who closes their channel from all rules: they are paid for their time, others get the rest", async () => {
    const people = [await kit.payer(), await kit.payer()]
    for (const person of people) {
      await kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(1) }, person)
      await kit.subscribe(person)
    }
    expect(
      (await kit.call("UserProfile/UpdateContentCreator", { userChannelStatusId: 3 }, kit.creator(1))).status,
    ).toBe(200)
    await (await run(leaveRulesReactor)).react(await lastEvent("channels.ChannelStatusSet.v1"))
    for (const person of people) {
      expect((await rulesOf(person)).channels.map(({ code }) => code)).toEqual([kit.codeOf(0)])
      expect(await levelAt(Date.now() + 1_000, kit.creator(1), person)).toBe(0)
      expect(await levelAt(Date.now() + 1_000, kit.creator(0), person)).toBe(2)
    }
    expect(await kit.balance("available", kit.creator(1))).toBeLessThan(10n)
    expect(await noticeTitlesOf(people[0] as TestPerson)).toEqual(["A creator has left your subscription"])
  })
})

describe("leave_rules, about a withheld channel", () => {
  it("takes its creator out of all rules, and puts them back with their weight when it is given back", async () => {
    const [person, other] = [await kit.payer(), await kit.payer()]
    for (const payer of [person, other]) {
      await kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(2), weight: 3 }, payer)
      await kit.subscribe(payer)
    }
    const channelId = kit.creator(2).channelId
    const moderate = (act: "withhold" | "release") =>
      run(Effect.flatMap(Channels, (channels) => channels[act](channelId)))
    const levels = () => Promise.all([person, other].map((payer) => levelAt(Date.now() + 1_000, kit.creator(2), payer)))
    const { react } = await run(leaveRulesReactor)

    await moderate("withhold")
    await react(await lastEvent("channels.ChannelWithheld.v1"))
    expect((await rulesOf(person)).channels.map(({ code }) => code)).toEqual([kit.codeOf(0)])
    expect(await levels()).toEqual([0, 0])
    const refused = await kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(2) }, person)
    expect(refused.status).toBe(404)

    await moderate("release")
    await react(await lastEvent("channels.ChannelReleased.v1"))
    await expect.poll(async () => (await rulesOf(person)).channels.map(({ code }) => code)).toContain(kit.codeOf(2))
    expect((await rulesOf(person)).channels.find(({ code }) => code === kit.codeOf(2))).toMatchObject({ weight: 3 })
    expect(await levels()).toEqual([2, 2])
    expect(await noticeTitlesOf(other)).toEqual([
      "A creator is back in your subscription",
      "A channel in your subscription was taken down",
    ])
  })
})

describe("forget_payers", () => {
  it("refunds what an erased payer has not used, pays the creators, and gives up seats and places", async () => {
    await kit.call("Channel/UpdateOffer", { pmsf: "5", currencyId: 4, cap: 1 }, kit.creator(0))
    const [person, next] = [await kit.payer(), await kit.payer()]
    await kit.subscribe(person, { levelId: 3 })
    const waiting = { channelCode: kit.codeOf(0), isWaiting: true }
    await kit.call("Channel/UpdateWaitingList", waiting, next)
    const react = (await run(forgetPayersReactor)).react
    const erased = (personId: string) => ({ type: "kernel.SubjectErased.v1", data: { subjectId: personId } }) as never
    await react(erased(person.personId))
    expect(await levelAt(Date.now(), kit.creator(0), person)).toBe(0)
    expect(await kit.balance("available", person)).toBeGreaterThan(100_000n - TEN)
    expect(await kit.balance("available", kit.creator(0))).toBeGreaterThan(0n)
    await expect.poll(async () => (await rulesOf(person)).seats).toEqual([])
    await react(erased(next.personId))
    await expect.poll(async () => (await rulesOf(next)).seats).toEqual([])
    await react(erased(person.personId))
  })
})

describe("reminders", () => {
  it("are sent 7, 3 and 1 days before a renewal that the balance may not cover, each once", async () => {
    const [poor, rich] = [await kit.payer(TEN + TEN), await kit.payer(TEN + TEN + TEN / 4n)]
    await kit.subscribe(poor)
    await kit.subscribe(rich)
    const { rule } = await rulesOf(poor)
    const sentDays = async (personId: string) =>
      run(
        Effect.gen(function* () {
          const events = yield* (yield* EventStore).readStream(`rule-${personId}.1`)
          return events
            .filter(({ type }) => type === "subscriptions.RenewalReminded.v1")
            .map(({ data }) => (data as { readonly days: number }).days)
        }),
      )
    const scheduled = async () =>
      (
        await kit.ledger.sql<Array<{ due: Date }>>`
        select due_at as due from subscriptions.reminder where person_id = ${poor.personId}`
      ).map(({ due }) => (rule.ends - due.getTime()) / DAY)
    for (const person of [poor, rich]) await (await run(scheduleRemindersReactor)).react(await lastTerm(person))
    for (const [days, next] of [
      [8, 7],
      [7, 3],
      [6.5, 3],
      [3, 1],
      [2, 1],
      [1, null],
    ] as const) {
      await at(rule.ends - days * DAY, remindPayers)
      await at(rule.ends - days * DAY, remindPayers)
      expect(await scheduled()).toEqual(next === null ? [] : [next])
    }
    expect(await sentDays(poor.personId)).toEqual([7, 3, 1])
    expect(await sentDays(rich.personId)).toEqual([])
    await at(rule.ends + DAY, runPayday)
  })
})
