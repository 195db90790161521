import { Clock, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { OpenedChannel } from "#core/channels"
import { Chats, Entitlements } from "#core/chat"
import { listRooms } from "#projections/chat"
import { run, type Services } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { type LedgerKit, openLedger } from "../../../core/ledger/testing/ledgerKit.ts"
import { retryMissedRules, runPayday, settleDueRules } from "../../worker/subscriptions/runSubscriptions.ts"
import { enrol } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"
import { walletCalls } from "../testing/walletCalls.ts"

const DAY = 86_400_000
/** 10.00 in units of a coin that costs 50,000.00. */
const TEN = 20_000n

type Rules = {
  readonly userChannels: ReadonlyArray<{ readonly code: string }>
  readonly channels: ReadonlyArray<{ readonly code: string; readonly share: string; readonly levelId: number }>
  readonly rule: { readonly ruleId: number; readonly subscribeRuleStatusId: number; readonly msf: string } & {
    readonly ends: number | null
    readonly missed: string | null
  }
  readonly rules: ReadonlyArray<unknown>
}

let db: TestDatabase
let kit: ApiKit
let ledger: LedgerKit
let creators: ReadonlyArray<TestPerson & OpenedChannel>

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  ledger = await openLedger(db.url)
  const made: Array<TestPerson & OpenedChannel> = []
  for (const subject of ["Harbour Notes", "Quiet Fields", "Night Trains"]) {
    const person = await kit.people.make()
    made.push({ ...person, ...(await makeCreator(db.url, person, { subject })) })
  }
  creators = made
  await takeRate("50000", Date.now())
})
afterAll(async () => {
  await ledger.close()
  await kit.close()
  await db.drop()
})

let snapshots = 0
const takeRate = async (mid: string, nowMs: number) => {
  snapshots += 1
  await kit.notify("rates-", "test", "wallet.RatesTaken.v1", {
    ...{ snapshotId: `2026-11-26.${snapshots}`, origin: "endpoints", takenAt: new Date(nowMs).toISOString() },
    validUntil: new Date(nowMs + 400 * DAY).toISOString(),
    rates: [{ assetTypeId: 1, baseAssetTypeId: 4, mid, sources: ["test"] }],
  })
}

/** Runs a job as a worker whose clock shows another time. */
const at = <A>(nowMs: number, work: Effect.Effect<A, never, Services>): Promise<A> =>
  run(
    Effect.flatMap(Clock.Clock, (clock) => {
      const shifted = { currentTimeMillisUnsafe: () => nowMs, currentTimeMillis: Effect.succeed(nowMs) }
      return Effect.provideService(work, Clock.Clock, Object.assign(Object.create(clock), shifted))
    }),
  )

const levelAt = (nowMs: number, creator: TestPerson, person: TestPerson) =>
  at(
    nowMs,
    Entitlements.use(({ levelOf }) => levelOf(creator.personId, person.personId, 0)),
  )

const call = (path: string, payload: object, who: TestPerson, key?: string) =>
  walletCalls(kit).call(path, payload, who, key)
const rulesOf = (who: TestPerson) => walletCalls(kit).data<Rules>("Channel/LoadSubscribeRule", {}, who)
const balance = async (kind: string, { personId }: { readonly personId: string }) =>
  BigInt((await ledger.stands(`${kind}:1:${personId}`)).posted)
const unearned = async () => {
  await ledger.use(({ flushHotEntries }) => flushHotEntries)
  return balance("unearned", { personId: "" })
}
const codeOf = (index: number) => creators[index]?.channelCode ?? ""
const creator = (index: number) => creators[index] as TestPerson & OpenedChannel

/** A person with coins, and nothing but a session. */
const payer = async (units = 100_000n) => {
  const person = await kit.people.make()
  await ledger.deposit(person.personId, units)
  return person
}
const TERMS = { msf: "10.00", autoRenew: true }
/** A payer of two creators. */
const subscriber = async (units?: bigint) => {
  const person = await payer(units)
  await call("Donation/AddCreatorToSubscribeRule", { channelCode: codeOf(1) }, person)
  expect((await call("Channel/Subscribe", { channelCode: codeOf(0), ...TERMS }, person)).status).toBe(200)
  return person
}
const endOf = async (person: TestPerson) => (await rulesOf(person)).rule.ends ?? 0
/** Lets the read models see what a job wrote. */
const settled = async (person: TestPerson, expected: object) =>
  expect.poll(async () => (await rulesOf(person)).rule).toMatchObject(expected)

describe("rules", () => {
  it("answer the defaults before there is one [S7-063, S3-017]", async () => {
    const { rule, rules, channels, userChannels } = await rulesOf(await kit.people.make())
    expect(rule).toMatchObject({ autoRenew: false, periods: 0, msf: "0", pmsf: "0", mainAssetTypeId: 1 })
    expect([rule.subscribeRuleStatusId, rules, channels, userChannels]).toEqual([2, [], [], []])
    expect((await rulesOf(creator(0))).userChannels).toMatchObject([{ code: codeOf(0) }])
  })

  it("are added, and get and lose creators without a charge [S7-068, S7-069, S7-070]", async () => {
    const person = await payer()
    await call("Donation/AddSubscribeRule", {}, person)
    const added = await call("Donation/AddSubscribeRule", { msf: "12.50" }, person)
    expect(added.body.data["rules"]).toMatchObject([
      { ruleId: 1, msf: "0" },
      { ruleId: 2, msf: "12.5" },
    ])
    await call("Donation/AddCreatorToSubscribeRule", { ruleId: 2, channelCode: codeOf(0), weight: 3 }, person)
    await call("Donation/AddCreatorToSubscribeRule", { ruleId: 2, channelCode: codeOf(1) }, person)
    expect((await rulesOf(person)).channels).toMatchObject([
      { code: codeOf(0), ruleId: 2, weight: 3, share: "9.37", levelId: 1 },
      { code: codeOf(1), ruleId: 2, weight: 1, share: "3.12", levelId: 1 },
    ])
    await call("Donation/RemoveCreatorToSubscribeRule", { ruleId: 2, channelCode: codeOf(0) }, person)
    expect((await rulesOf(person)).channels).toMatchObject([{ code: codeOf(1) }])
    expect(await balance("available", person)).toBe(100_000n)
  })

  it("are changed together with their creators, all of it or nothing [S7-065]", async () => {
    const person = await payer()
    const update = (payload: object) => call("Channel/UpdateSubscribeRuleWithCreator", payload, person)
    const creatorsOf = (...indexes: ReadonlyArray<number>) =>
      indexes.map((index) => ({ channelCode: codeOf(index), weight: index + 1 }))
    await update({ creators: creatorsOf(0, 1), msf: "10" })
    const refused = await update({ creators: creatorsOf(1, 2), msf: "1.50" })
    expect([refused.status, refused.body.errors]).toEqual([400, { msf: [expect.stringContaining("at least 1.00")] }])
    expect((await rulesOf(person)).channels.map(({ code }) => code)).toEqual([codeOf(0), codeOf(1)])
    await update({ creators: creatorsOf(2) })
    expect((await rulesOf(person)).channels.map(({ code }) => code)).toEqual([codeOf(2)])
  })

  it("refuse oneself, unknown channels and the rules that one does not have [S8-011]", async () => {
    const add = (payload: object, who: TestPerson) => call("Donation/AddCreatorToSubscribeRule", payload, who)
    expect((await add({ channelCode: codeOf(0) }, creator(0))).body.message).toContain("own channel")
    expect((await add({ channelCode: "QINONE" }, creator(0))).status).toBe(404)
    expect((await add({ ruleId: 7, channelCode: codeOf(0) }, await payer())).status).toBe(404)
    const remove = await call("Donation/RemoveCreatorToSubscribeRule", { channelCode: "QINONE" }, creator(0))
    expect([remove.status, remove.body.message]).toEqual([404, "There is no such channel."])
  })
})

describe("subscribing", () => {
  it("charges one fee for several creators, opens them at once, and pays them when the month is over [S1-009, S1-014, S7-064]", async () => {
    const before = [await unearned(), await balance("available", creator(0)), await balance("available", creator(1))]
    const person = await subscriber()
    expect(await balance("available", person)).toBe(100_000n - TEN)
    expect((await unearned()) - (before[0] ?? 0n)).toBe(TEN)
    const { channels } = await rulesOf(person)
    expect(channels.map(({ share, levelId }) => [share, levelId])).toEqual([
      ["5", 2],
      ["5", 2],
    ])
    const ends = await endOf(person)
    expect(await levelAt(ends - 1, creator(0), person)).toBe(2)
    expect(await levelAt(ends - 1, creator(2), person)).toBe(0)

    await at(ends + 60_000, settleDueRules)
    await expect.poll(() => endOf(person)).toBeGreaterThan(ends)
    expect(await balance("available", person)).toBe(100_000n - 2n * TEN)
    await at(ends + DAY, runPayday)
    expect((await balance("available", creator(0))) - (before[1] ?? 0n)).toBe(9_500n)
    expect((await balance("available", creator(1))) - (before[2] ?? 0n)).toBe(9_500n)
    expect((await unearned()) - (before[0] ?? 0n)).toBe(TEN)
    await at(ends + DAY, runPayday)
    expect((await balance("available", creator(0))) - (before[1] ?? 0n)).toBe(9_500n)
    await call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true }, person)
  })

  it("has one effect for a repeated command, whatever the rate is by then", async () => {
    const person = await payer()
    const subscribe = (payload: object) =>
      call(
        "Channel/Subscribe",
        { channelCode: codeOf(0), ...TERMS, ...payload },
        person,
        "01890000-0000-7000-8000-00000000c001",
      )
    expect((await subscribe({})).status).toBe(200)
    await takeRate("25000", Date.now())
    expect((await subscribe({})).status).toBe(200)
    await takeRate("50000", Date.now())
    expect((await subscribe({ msf: "11" })).status).toBe(409)
    expect(await balance("available", person)).toBe(100_000n - TEN)
  })

  it("charges once if two tabs do it at the same time", async () => {
    const person = await payer()
    const answers = await Promise.all(
      [0, 1, 0, 1].map((index) => call("Channel/Subscribe", { channelCode: codeOf(index), ...TERMS }, person)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await balance("available", person)).toBe(100_000n - TEN)
    expect((await rulesOf(person)).channels).toHaveLength(2)
  })

  it("is refused without a fee, without enough coins by one unit, and without a rate", async () => {
    const person = await payer(TEN - 1n)
    const subscribe = (payload: object) => call("Channel/Subscribe", { channelCode: codeOf(0), ...payload }, person)
    expect((await subscribe({})).body.errors).toHaveProperty("msf")
    expect((await subscribe({ msf: "1e3" })).body.errors).toHaveProperty("msf")
    expect((await subscribe(TERMS)).body.errors).toEqual({ msf: ["not enough amount"] })
    expect((await subscribe({ ...TERMS, mainAssetTypeId: 3 })).status).toBe(503)
    expect((await rulesOf(person)).rules).toEqual([])
  })

  it("needs the second factor or the withdrawal password as donations do; renewals need neither", async () => {
    const person = await payer(10_000_000n)
    const large = { channelCode: codeOf(0), msf: "100", autoRenew: true }
    expect((await call("Channel/Subscribe", large, person)).body.errors).toHaveProperty("password")
    const small = await subscriber(10_000_000n)
    const raise = await call("Channel/UpdateSubscribe", { msf: "100" }, small)
    expect(raise.body.errors).toHaveProperty("password")
    const { code } = await enrol(kit, small)
    expect((await call("Channel/UpdateSubscribe", { msf: "11" }, small)).body.errors).toHaveProperty("code")
    expect(code).toBeDefined()
    const ends = await endOf(small)
    await at(ends + 1_000, settleDueRules)
    await expect.poll(() => endOf(small)).toBeGreaterThan(ends)
  })
})

describe("a payer who deletes their account", () => {
  it("gets the refund first, and has to empty the wallet then", async () => {
    const person = await subscriber(TEN)
    const erase = () => call("User/DeleteAccount", { password: person.password }, person)
    expect((await erase()).status).toBe(409)
    expect(await balance("available", person)).toBeGreaterThan(0n)
    await settled(person, { subscribeRuleStatusId: 5, ends: null })
  })
})

describe("a renewal without enough coins", () => {
  it("keeps access for 7 days, is charged when coins arrive, and pauses the rule otherwise", async () => {
    const [late, dry] = [await subscriber(TEN), await subscriber(TEN)]
    const ends = Math.max(await endOf(late), await endOf(dry))
    await at(ends + 1_000, settleDueRules)
    await settled(late, { missed: "balance", subscribeRuleStatusId: 2 })
    await settled(dry, { missed: "balance" })
    expect(await levelAt(ends + 6 * DAY, creator(0), late)).toBe(2)
    await ledger.deposit(late.personId, TEN)
    await at(ends + 6 * DAY, retryMissedRules(late.personId))
    await settled(late, { missed: null })
    expect(await endOf(late)).toBeLessThan(ends + 32 * DAY)
    expect(await levelAt(ends + 7 * DAY, creator(0), dry)).toBe(0)
    await at(ends + 7 * DAY + 1_000, settleDueRules)
    await settled(dry, { subscribeRuleStatusId: 3, ends: null })
    expect(await balance("available", dry)).toBe(0n)
  })
})

describe("guests", () => {
  it("are refused by every call [S6-008]", async () => {
    for (const name of ["LoadSubscribeRule", "Subscribe", "UpdateSubscribe", "UpdateSubscribeRuleWithCreator"]) {
      const payload = { channelCode: codeOf(0), creators: [] }
      expect((await kit.post(`/api/Channel/${name}`, payload)).status).toBe(401)
    }
    for (const name of ["AddSubscribeRule", "AddCreatorToSubscribeRule", "RemoveCreatorToSubscribeRule"])
      expect((await kit.post(`/api/Donation/${name}`, { channelCode: codeOf(0) })).status).toBe(401)
    expect((await call("Donation/AddSubscribeRule", {}, await kit.people.make())).status).toBe(200)
  })
})

describe("the level of a subscriber", () => {
  it("opens the creator's room for subscribers and a conversation, and ends with the subscription [S1-010, S1-011]", async () => {
    const [person, stranger] = [await subscriber(), await payer()]
    const { personId: ownerId } = creator(0)
    const room = { scope: "Subscriber", ownerId } as const
    const premium = { scope: "Premium", ownerId } as const
    const opened = (address: typeof room | typeof premium) =>
      run(Effect.orDie(Chats.use(({ openRoom }) => openRoom({ by: ownerId, ...address }))))
    await opened(room)
    await opened(premium)
    const mayRead = (address: Parameters<(typeof Chats)["Service"]["permissions"]>[0], who: TestPerson) =>
      run(
        Effect.map(
          Chats.use(({ permissions }) => permissions(address, who.personId, 0)),
          (found) => found.mayRead,
        ),
      )
    expect([await mayRead(room, person), await mayRead(premium, person), await mayRead(room, stranger)]).toEqual([
      true,
      false,
      false,
    ])
    const scopes = async () => (await run(listRooms(person.personId))).map(({ scope }) => scope)
    await expect.poll(scopes).toContain("Subscriber")
    const message = { targetUserCode: creator(0).userCode, message: "hello" }
    expect((await call("Message/SendMessage", message, person)).status).toBe(200)
    await call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true }, person)
    await expect.poll(() => mayRead(room, person)).toBe(false)
    await expect.poll(scopes).not.toContain("Subscriber")
  })

  it("is that of subscribers in lists; level 3 is premium [S4-047]", async () => {
    const [person, granted] = [await subscriber(), await subscriber()]
    const grant = { creatorId: creator(1).personId, personId: granted.personId, level: 3 } as const
    await run(Effect.orDie(Chats.use((chats) => chats.grant(grant))))
    type Group = { readonly people: ReadonlyArray<{ readonly userCode: string }> }
    const codes = async () => {
      const lists = await walletCalls(kit).data<{ readonly subscribers: Group; readonly premium: Group }>(
        "UserProfile/SupporterList",
        {},
        creator(1),
      )
      const has = (group: Group, { userCode }: TestPerson) => group.people.some((each) => each.userCode === userCode)
      return [person, granted].map((who) => [has(lists.subscribers, who), has(lists.premium, who)])
    }
    await expect.poll(codes).toEqual([
      [true, false],
      [false, true],
    ])
  })
})

describe("leaving", () => {
  it("cancels at the end of the period, or now with a refund of what was not used [S7-066]", async () => {
    const person = await subscriber()
    const update = (payload: object) => call("Channel/UpdateSubscribe", payload, person)
    await update({ subscribeRuleStatusId: 4 })
    expect((await rulesOf(person)).rule.subscribeRuleStatusId).toBe(4)
    const ends = await endOf(person)
    expect(await levelAt(ends - 1, creator(0), person)).toBe(2)
    expect(await levelAt(ends, creator(0), person)).toBe(0)
    await update({ subscribeRuleStatusId: 4, isNow: true })
    const { rule } = await rulesOf(person)
    expect([rule.subscribeRuleStatusId, rule.ends]).toEqual([5, null])
    expect(await levelAt(Date.now(), creator(0), person)).toBe(0)
    const days = Math.round((ends - Date.now()) / DAY)
    expect(await balance("available", person)).toBe(100_000n - (TEN * 7n + BigInt(days) - 1n) / BigInt(days))
    await update({ subscribeRuleStatusId: 2 })
    expect((await update({ subscribeRuleStatusId: 4, isNow: true })).status).toBe(409)
  })

  it("shows each creator their own income and never who pays it", async () => {
    const person = await subscriber()
    await call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true }, person)
    const moved = await walletCalls(kit).data<{ readonly movements: ReadonlyArray<Record<string, unknown>> }>(
      "Balance/LoadMovements",
      { assetTypeId: 1, purpose: "payout" },
      creator(0),
    )
    expect(moved.movements.length).toBeGreaterThan(0)
    expect(JSON.stringify(moved)).not.toContain(person.userCode)
    expect(JSON.stringify(moved)).not.toContain(codeOf(1))
    const id = moved.movements[0]?.["id"]
    const { movement } = await walletCalls(kit).data<{
      readonly movement: { readonly entries: ReadonlyArray<object> }
    }>("Balance/LoadMovement", { id }, creator(0))
    expect(movement.entries).toHaveLength(2)
  })
})
