import { afterAll, beforeAll, expect, it } from "vitest"
import { EventStore } from "#core/kernel"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { pledgeNoticesReactor } from "../worker/reactors/pledgeNotices.ts"
import { forgetPayersReactor } from "../worker/reactors/subscriptions.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

let server: FaultServer
let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  ;[server, db] = await Promise.all([startFaultServer(), testDatabase()])
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

it("gives a claimed feed to the person with the newest proof, lists it as theirs, and lets only that person release it [S2-041] [S7-106]", async () => {
  const item = { guid: "one", date: "2026-01-30T08:00:00Z" }
  const feedOf = (description: string) =>
    rss("The blog", [item]).replace("</link>", `</link><description>${description}</description>`)
  server.serve("/blog.xml", faults.page(feedOf("Notes")))
  const url = `${server.origin}/blog.xml`
  const [mara, jonas] = await Promise.all([kit.people.make({}), kit.people.make({})])
  const request = (call: string, { token }: { readonly token: string }, body: object = { url }) =>
    kit.post(`/api/User/${call}`, body, { token })
  const accountsOf = async (person: { readonly token: string }) =>
    ((await request("LoadLinkAccount", person, {})).body.data as unknown as { accounts: ReadonlyArray<object> })
      .accounts
  const codeOf = async (person: { readonly token: string }) => {
    const { body } = await request("LoadLinkAccount", person)
    return (body.data as unknown as { readonly proof: { readonly code: string } }).proof.code
  }

  const published = async ({ userCode }: { readonly userCode: string }) =>
    (await kit.post("/api/Feed/ListUserFeed", { userCode })).body.data
  expect(await published(mara)).toEqual({ feeds: [] })
  const code = await codeOf(mara)
  expect(code).toMatch(/^quire-[0-9a-f]{20}$/)
  expect(await codeOf(jonas)).not.toBe(code)
  expect(await request("VerifyLinkAccount", mara)).toMatchObject({ status: 409, body: { status: false } })

  server.serve("/blog.xml", faults.page(feedOf(`Notes ${code}`)))
  expect(await request("VerifyLinkAccount", jonas)).toMatchObject({ status: 409 })
  expect(await request("VerifyLinkAccount", mara)).toMatchObject({ status: 200, body: { status: true } })
  expect(await accountsOf(mara)).toMatchObject([{ title: "The blog", place: "description" }])
  expect(await published(mara)).toMatchObject({ feeds: [{ title: "The blog" }] })
  await request("RemoveLinkAccount", jonas)
  expect(await accountsOf(mara)).toHaveLength(1)

  server.serve("/blog.xml", faults.page(feedOf(await codeOf(jonas))))
  expect(await request("VerifyLinkAccount", jonas)).toMatchObject({ status: 200 })
  expect(await accountsOf(mara)).toEqual([])
  expect(await published(mara)).toEqual({ feeds: [] })
  expect(await accountsOf(jonas)).toHaveLength(1)
  await request("RemoveLinkAccount", jonas)
  expect(await accountsOf(jonas)).toEqual([])

  expect(await kit.post("/api/User/VerifyLinkAccount", { url })).toMatchObject({ status: 401 })
  expect(await request("VerifyLinkAccount", mara, { feedId: "0".repeat(20) })).toMatchObject({ status: 404 })
})

it("[S7-084] AddPersonalRSS adds a feed to a creator's profile only if the publisher names them", async () => {
  const feedOf = (description: string) =>
    rss("The log", [{ guid: "log", date: "2026-01-30T08:00:00Z" }]).replace(
      "</link>",
      `</link><description>${description}</description>`,
    )
  server.serve("/log.xml", faults.page(feedOf("Notes")))
  const url = `${server.origin}/log.xml`
  const mara = await kit.people.make()
  const post = (path: string, body: object) => kit.post(`/api/${path}`, body, { token: mara.token })
  expect(await post("UserProfile/AddPersonalRSS", { url })).toMatchObject({ status: 404 })
  await makeCreator(db.url, mara)
  expect(await post("UserProfile/AddPersonalRSS", { url })).toMatchObject({ status: 409 })
  const { body } = await post("User/LoadLinkAccount", { url })
  server.serve("/log.xml", faults.page(feedOf((body.data as unknown as { proof: { code: string } }).proof.code)))
  expect(await post("UserProfile/AddPersonalRSS", { url })).toMatchObject({
    status: 200,
    body: { data: { profile: { feeds: [{ title: "The log", url }] } } },
  })

  // Suggestions name the creator's channel with its real status instead of the feed's publisher.
  const suggested = async () =>
    (
      (await kit.post("/api/Feed/SearchFeedsIndex", { keyword: "The log" })).body.data as unknown as {
        channels: ReadonlyArray<Record<string, unknown>>
      }
    ).channels
  await expect
    .poll(suggested)
    .toMatchObject([
      { channelId: expect.any(Number), channelCode: expect.stringMatching(/^QC/), userChannelStatusId: 1 },
    ])
  await post("UserProfile/UpdateContentCreator", { userChannelStatusId: 2 })
  expect(await suggested()).toMatchObject([{ userChannelStatusId: 2, userChannelDisplayStatusId: 1 }])
  await post("UserProfile/UpdateContentCreator", { userChannelDisplayStatusId: 2 })
  expect(await suggested()).toMatchObject([{ channelId: 0, channelCode: expect.stringMatching(/^QF/) }])
})

it("shows an author who claims a feed how many people wait to support it, and moves no money [S7-064]", async () => {
  const item = { guid: "one", date: "2026-01-30T08:00:00Z" }
  const feedOf = (description: string) =>
    rss("The almanac", [item]).replace("</link>", `</link><description>${description}</description>`)
  server.serve("/almanac.xml", faults.page(feedOf("Notes")))
  const url = `${server.origin}/almanac.xml`
  const [author, ...readers] = await Promise.all([1, 2, 3].map(() => kit.people.make()))
  const [first, second] = readers
  if (author === undefined || first === undefined || second === undefined) throw new Error("no people")
  type Token = { readonly token: string }
  const request = async <Data>(call: string, { token }: Token, body: object): Promise<Data> => {
    const answered: unknown = (await kit.post(`/api/${call}`, body, { token })).body.data
    return answered as Data
  }
  type Claiming = {
    readonly proof: { readonly feedId: string; readonly code: string; readonly waiting: number } | null
    readonly accounts: ReadonlyArray<{ readonly feedId: string; readonly waiting: number }>
  }
  type Pledge = { readonly weight: number; readonly waiting: number; readonly channelCode: string | null }
  type Pledged = { readonly pledges: ReadonlyArray<Pledge> }
  const claiming = (body: object) => request<Claiming>("User/LoadLinkAccount", author, body)
  const { proof } = await claiming({ url })
  const { feedId = "", code = "" } = proof ?? {}
  expect(proof?.waiting).toBe(0)
  const pledge = (person: Token, weight: number, of = feedId) =>
    kit.post("/api/Channel/UpdatePledge", { feedId: of, weight }, { token: person.token })

  expect((await pledge(first, 2)).status).toBe(200)
  expect((await pledge(first, 3)).status).toBe(200)
  expect((await pledge(second, 1)).body.data).toMatchObject({ pledges: [{ weight: 1, waiting: 2, channelCode: null }] })
  expect((await pledge(second, 1_001)).body.errors).toHaveProperty("weight")
  expect((await pledge(second, 1, "01990000-0000-7000-8000-0000000000fe")).status).toBe(404)
  const answered = await claiming({ url })
  expect(answered.proof?.waiting).toBe(2)
  for (const { userCode } of readers) expect(JSON.stringify(answered)).not.toContain(userCode)

  server.serve("/almanac.xml", faults.page(feedOf(code)))
  expect((await kit.post("/api/User/VerifyLinkAccount", { url }, { token: author.token })).status).toBe(200)
  expect((await claiming({})).accounts).toMatchObject([{ feedId, waiting: 2 }])
  const third = await kit.people.make()
  expect((await pledge(third, 1)).status).toBe(409)
  const { channelCode } = await makeCreator(db.url, author, { subject: "The Almanac" })
  expect(await request<Pledged>("Channel/LoadPledges", first, {})).toMatchObject({
    pledges: [{ weight: 3, channelCode }],
  })
  // Everyone who waits is notified once, also if the reactor runs again.
  const opened = { type: "channels.ChannelOpened.v1", position: await run(EventStore.use((store) => store.watermark)) }
  const data = { personId: author.personId, openedAt: "2026-11-27T12:00:00.000Z", channelId: 1, channelCode: "QC1" }
  const arrived = { ...opened, data: { ...data, parentId: null, subject: "", languages: [] } } as never
  const reactor = await run(pledgeNoticesReactor)
  for (let time = 0; time < 2; time += 1) await reactor.react(arrived)
  type Messages = { readonly messages: ReadonlyArray<{ readonly title: string; readonly link: string }> }
  const messagesOf = (person: Token) => request<Messages>("Message/LoadMessage", person, { type: "Account" })
  for (const person of readers)
    await expect
      .poll(async () => (await messagesOf(person)).messages)
      .toMatchObject([{ title: "The author of The almanac is here", link: "/subscriptions/pledges" }])
  // A promise is no subscription: nothing was charged, and nothing is open.
  for (const person of readers)
    expect(await request("Channel/LoadSubscribeRule", person, {})).toMatchObject({ rules: [], channels: [] })

  expect((await pledge(first, 0)).body.data).toEqual({ pledges: [] })
  expect((await claiming({})).accounts).toMatchObject([{ waiting: 1 }])
  const erased = { type: "kernel.SubjectErased.v1", data: { subjectId: second.personId } } as never
  await (await run(forgetPayersReactor)).react(erased)
  await expect.poll(async () => (await claiming({})).accounts).toMatchObject([{ waiting: 0 }])
})
