import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AccountDeletion } from "#core/accounts"
import { Applications } from "#core/channels"
import { Chats } from "#core/chat"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { openLedger } from "../../../core/ledger/testing/ledgerKit.ts"
import { as } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const call = (name: string, body: object = {}, person?: TestPerson, init: object = {}) =>
  kit.post(`/api/UserProfile/${name}`, body, { ...(person === undefined ? {} : as(person)), ...init })
const creator = async (subject?: string) => {
  const person = await kit.people.make({ displayName: "Mara" })
  return { person, ...(await makeCreator(db.url, person, subject === undefined ? {} : { subject })) }
}

const answers = {
  subject: "Harbour Notes",
  about: "Weekly essays about small ports.",
  links: ["https://harbour.example/"],
  languageCodes: ["EN", "JP"],
}

describe("an application", () => {
  it("[S7-077] [S7-078] [S1-013] is saved, submitted, corrected and withdrawn, and shows its status", async () => {
    const person = await kit.people.make()
    expect((await call("LoadApplyForm", {}, person)).body.data).toEqual({ application: null })
    const draft = await call("ApplyContentCreator", { action: "save", subject: "Harbour Notes" }, person)
    expect(draft.body).toMatchObject({ message: "Draft saved", data: { application: { requestStatusId: 1 } } })
    const sent = await call("ApplyContentCreator", answers, person)
    expect(sent.body.data).toMatchObject({ application: { ...answers, requestStatusId: 2, requestTypeId: 1 } })
    const corrected = await call("ApplyContentCreator", { ...answers, links: [] }, person)
    expect(corrected.body.data).toMatchObject({ application: { requestStatusId: 2, links: [] } })
    const withdrawn = await call("ApplyContentCreator", { action: "withdraw" }, person)
    expect(withdrawn.body.data).toMatchObject({ application: { requestStatusId: 6 } })
    expect((await call("LoadApplyForm", {}, person)).body.data).toEqual(withdrawn.body.data)
    expect(await call("ApplyContentCreator", { action: "withdraw" }, person)).toMatchObject({ status: 409 })
  })

  it("names every field that is wrong, in the applicant's language", async () => {
    const person = await kit.people.make()
    const refused = await call("ApplyContentCreator", { links: ["harbour"] }, person, { locale: "de" })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: {
          subject: ["Mindestens 3 Zeichen"],
          about: [expect.stringContaining("20 Zeichen")],
          links: [expect.stringContaining("https://")],
          languageCodes: ["Wählen Sie mindestens eine Sprache"],
        },
      },
    })
  })

  it("cannot be changed during its review, and shows why it was rejected", async () => {
    const person = await kit.people.make()
    await call("ApplyContentCreator", answers, person)
    await run(Effect.orDie(Applications.use(({ startReview }) => startReview(person.personId, "operator:ada"))))
    expect(await call("ApplyContentCreator", answers, person)).toMatchObject({ status: 409 })
    const position = await run(
      Effect.orDie(
        Applications.use(({ reject }) => reject(person.personId, "operator:ada", "incomplete", "Which page?")),
      ),
    )
    await run(waitFor("applications", position))
    expect((await call("LoadApplyForm", {}, person)).body.data).toMatchObject({
      application: { requestStatusId: 5, reason: "incomplete", note: "Which page?" },
    })
    expect(await call("ApplyContentCreator", answers, person)).toMatchObject({ status: 200 })
  })

  it("[S3-002] [S6-010] makes its author a creator with a channel, and only an approval does", async () => {
    const person = await kit.people.make()
    await call("ApplyContentCreator", answers, person)
    expect(await call("LoadCCProfile", {}, person)).toMatchObject({ status: 404 })
    expect((await call("LoadUserProfile", {}, person)).body.data).toMatchObject({
      user: { channelId: 0, channelCode: null },
    })
    const { channelId, channelCode } = await makeCreator(db.url, person)
    expect(channelId).toBeGreaterThan(0)
    expect(channelCode).toMatch(/^QC[0-9A-Z]{8}$/)
    for (const body of [{}, { userCode: channelCode.toLowerCase() }, { userCode: person.userCode }])
      expect((await call("LoadUserProfile", body, person)).body.data).toMatchObject({
        user: { channelId, channelCode },
      })
    expect(await call("ApplyContentCreator", answers, person)).toMatchObject({ status: 409 })
  })

  it("is approved once, however many operators approve it at once, and every channel has its own number", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => kit.people.make()))
    for (const person of people) await call("ApplyContentCreator", answers, person)
    const approve = (person: TestPerson) =>
      run(Effect.orDie(Applications.use(({ approve: decide }) => decide(person.personId, "operator:ada"))))
    const done = await Promise.allSettled(people.flatMap((person) => [approve(person), approve(person)]))
    const opened = done.flatMap((each) =>
      each.status === "fulfilled" ? [(each.value as { channelId: number }).channelId] : [],
    )
    expect(opened).toHaveLength(4)
    expect(new Set(opened).size).toBe(4)
  })
})

it("[S7-096] [S7-097] people invite creators by a link, and see who applied and who became one", async () => {
  const [inviter, invited] = [await kit.people.make(), await kit.people.make()]
  const list = async (path: string, body: object = {}) =>
    (await kit.post(`/api/Feed/${path}`, body, as(inviter))).body.data as unknown as {
      invites: ReadonlyArray<{ inviteCode: string; url: string; status: string; name: string }>
    }
  const [invite] = (await list("InviteCC", { name: "Lin" })).invites
  expect(invite).toMatchObject({
    name: "Lin",
    status: "open",
    url: expect.stringContaining("/writers/managechannel?invite="),
  })
  const inviteCode = invite?.inviteCode
  await call("ApplyContentCreator", { ...answers, inviteCode }, inviter)
  expect((await list("InviteList")).invites).toMatchObject([{ status: "open" }])
  await call("ApplyContentCreator", { ...answers, inviteCode: "QI0.none" }, invited)
  await call("ApplyContentCreator", { ...answers, inviteCode }, invited)
  expect((await list("InviteList")).invites).toMatchObject([{ status: "applied" }])
  await makeCreator(db.url, invited)
  expect((await list("InviteList")).invites).toMatchObject([{ status: "creator" }])
  expect(await kit.post("/api/Feed/InviteCC", { feedId: "0".repeat(20) }, as(inviter))).toMatchObject({ status: 404 })
})

describe("a channel", () => {
  it("[S7-082] [S7-083] is shown to its creator and, by its code, to everybody", async () => {
    const { person, channelId, channelCode } = await creator("Ports of Call")
    const own = await call("LoadCCProfile", {}, person)
    expect(own.body.data).toMatchObject({
      profile: {
        ...{ channelId, channelCode, subject: "Ports of Call", userName: "Mara", source: "QI" },
        ...{ userChannelStatusId: 1, userChannelDisplayStatusId: 1, premium: false, maxLevel: 1 },
        ...{ commentLevelId: 1, subChannels: [], feeds: [] },
      },
    })
    expect((await call("LoadCCProfileByCode", { channelCode: channelCode.toLowerCase() })).body).toEqual(own.body)
    expect(await call("LoadCCProfileByCode", { channelCode: "QC00000000" })).toMatchObject({ status: 404 })
  })

  it("[S7-075] says what its creator writes, and nobody else can write it", async () => {
    const [{ person, channelId }, other] = [await creator(), await creator()]
    const text = {
      subject: "Harbour Letters",
      bio: "Ports\nand people.",
      tags: ["Ports", "ports"],
      languageCodes: ["DE"],
    }
    const changed = await call("UpdateCCProfile", text, person)
    expect(changed.body).toMatchObject({
      message: "Saved",
      data: { profile: { ...text, tags: ["ports"], links: [] } },
    })
    expect(await call("UpdateCCProfile", { channelId, bio: "Mine" }, other.person)).toMatchObject({ status: 404 })
    expect(await call("UpdateCCProfile", { subject: "" }, person)).toMatchObject({
      status: 400,
      body: { errors: { subject: ["Minimum 3 characters"] } },
    })
  })

  it("[S7-079] [S4-048] is paused, hidden, closed with a successor, and has sub-channels that begin active and shown", async () => {
    const [{ person, channelId }, other] = [await creator(), await creator()]
    const settings = { userChannelDisplayStatusId: 2, commentLevelId: 3 }
    expect((await call("UpdateContentCreator", settings, person)).body.data).toMatchObject({ profile: settings })
    const closed = { userChannelStatusId: 3, successorCode: other.channelCode }
    expect((await call("UpdateContentCreator", closed, person)).body.data).toMatchObject({ profile: closed })
    expect(await call("UpdateContentCreator", { successorCode: "QC00000000" }, person)).toMatchObject({ status: 404 })
    expect((await call("UpdateContentCreator", { userChannelStatusId: 1 }, person)).body.data).toMatchObject({
      profile: { userChannelStatusId: 1, successorCode: null },
    })
    const opened = await call("UpdateContentCreator", { subChannel: "Harbour Notes DE" }, person)
    const [sub] = (opened.body.data as unknown as { profile: { subChannels: ReadonlyArray<Record<string, unknown>> } })
      .profile.subChannels
    expect(sub).toMatchObject({ subject: "Harbour Notes DE", userChannelStatusId: 1, userChannelDisplayStatusId: 1 })
    const named = { channelId: sub?.["channelId"], subject: "Hafennotizen" }
    expect((await call("UpdateCCProfile", named, person)).body.data).toMatchObject({ profile: named })
    expect(
      await call("UpdateContentCreator", { channelId: sub?.["channelId"], subChannel: "Deep" }, person),
    ).toMatchObject({
      status: 404,
    })
    expect(await call("UpdateContentCreator", { channelId, subChannel: "Not mine" }, other.person)).toMatchObject({
      status: 404,
    })
  })

  it("[S7-080] shows only pictures of its creator", async () => {
    const { person } = await creator()
    expect(await call("UpdateContentCreaterImage", { icon: "ab/none.webp" }, person)).toMatchObject({ status: 404 })
    expect(await call("UpdateContentCreaterImage", { icon: null }, person)).toMatchObject({ status: 200 })
  })

  it("[S7-076] is found by words of its name, its code or its creator's user name, unless it is hidden or closed", async () => {
    const { person, channelCode } = await creator("Lighthouse Keepers' Almanac")
    const found = async (keyword: string) =>
      (
        (await call("SearchCC", { keyword })).body.data as unknown as {
          channels: ReadonlyArray<{ channelCode: string }>
        }
      ).channels.map((channel) => channel.channelCode)
    expect(await found("keep")).toEqual([channelCode])
    expect(await found(channelCode.toLowerCase())).toEqual([channelCode])
    expect(await found("k%")).toEqual([])
    await call("UpdateContentCreator", { userChannelDisplayStatusId: 2 }, person)
    expect(await found("keep")).toEqual([])
    const page = await call("SearchCC", { filter: { page: 1, pageSize: 2 } })
    expect(page.body.data).toMatchObject({ hasMore: true, channels: [{}, {}] })
  })

  it("[S7-085] [S1-015] lists subscribers and premium subscribers as two groups", async () => {
    const { person } = await creator()
    const [one, two] = [await kit.people.make({ displayName: "Ben" }), await kit.people.make({ displayName: "Lin" })]
    for (const [who, level] of [
      [one, 2],
      [two, 3],
    ] as const) {
      const grant = { creatorId: person.personId, personId: who.personId, level }
      await run(waitFor("chat", (await run(Effect.orDie(Chats.use((chats) => chats.grant(grant))))).position))
    }
    expect((await call("SupporterList", {}, person)).body.data).toMatchObject({
      subscribers: { count: 1, people: [{ displayName: "Ben" }] },
      premium: { count: 1, people: [{ displayName: "Lin" }] },
    })
    expect(await call("SupporterList", {}, one)).toMatchObject({ status: 404 })
  })

  it("[S7-088] LoadProfit shows a creator what they received, by month and asset", async () => {
    const [{ person }, giver] = [await creator(), await kit.people.make()]
    expect((await call("LoadProfit", {}, person)).body.data).toEqual({ profit: [] })
    const ledger = await openLedger(db.url)
    await ledger.deposit(giver.personId, 10_000n, 1)
    for (const amount of ["0.00001", "0.00002"])
      expect(
        await kit.post("/api/Donation/donate", { userCode: person.userCode, assetTypeId: 1, amount }, as(giver)),
      ).toMatchObject({ status: 200 })
    const month = new Date().toISOString().slice(0, 7)
    expect((await call("LoadProfit", {}, person)).body.data).toEqual({
      profit: [{ month, kind: "donation", assetTypeId: 1, amount: "0.00003", count: 2 }],
    })
    expect(await call("LoadProfit", {}, giver)).toMatchObject({ status: 404 })
    await ledger.close()
  })

  it("disappears with its creator's account", async () => {
    const { person, channelCode } = await creator("Fading Ink")
    await run(AccountDeletion.use((deletion) => deletion.delete(person.personId)))
    await expect.poll(async () => (await call("LoadCCProfileByCode", { channelCode })).status).toBe(404)
  })
})
