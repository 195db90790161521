import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EventStore } from "#core/kernel"
import { channelFeedId } from "#core/publishing"
import { findFeed } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { answerChannelFeed } from "#src/web/syndication/channelFeeds.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { rss } from "../../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../../core/fetch/testing/faultServer.ts"
import * as faults from "../../../core/fetch/testing/faults.ts"
import { moveFollowersReactor } from "../../worker/reactors/moveFollowers.ts"
import { as } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

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

const setUp = async (path: string) => {
  const mara = await kit.people.make({ displayName: "Mara" })
  const { channelId, channelCode } = await makeCreator(db.url, mara)
  const feedOf = (text: string) =>
    rss("Elsewhere", [{ guid: path, date: "2026-01-30T08:00:00Z" }]).replace(
      "</link>",
      `</link><description>${text}</description>`,
    )
  server.serve(path, faults.page(feedOf("Notes")))
  const url = `${server.origin}${path}`
  const call = (name: string, body: object = {}, who = mara) =>
    kit.post(`/api/Channel/${name}`, { channelId, ...body }, as(who))
  const { code } = (await call("LoadMove")).body.data as unknown as { code: string }
  const get = async (name: string) => {
    const request = { code: channelCode, name, headers: new Headers(), origin: "http://localhost" }
    const { status, headers } = await run(answerChannelFeed(request))
    return [status, headers.get("location")]
  }
  return { mara, channelId, url, code, feedOf, call, get }
}
const react = async (channelId: number) => {
  const reactor = await run(moveFollowersReactor)
  const events = await run(EventStore.use((store) => store.readStream(`channel-${channelId}`)))
  for (const event of events.filter(({ type }) => reactor.types.includes(type))) await reactor.react(event)
}

describe("a channel that moves elsewhere", () => {
  it("leads its readers there only after the new feed names it, and until its creator ends that", async () => {
    const { mara, channelId, url, code, feedOf, call, get } = await setUp("/new.xml")
    expect(code).toMatch(/^quire-move-[0-9a-f]{20}$/)
    const reader = await kit.people.make()
    const feed = (name: string, body: object) => kit.post(`/api/Feed/${name}`, body, as(reader))
    await feed("Follow", { feedId: channelFeedId(channelId), groupName: "Ports" })
    expect((await call("MoveChannel", { url })).status).toBe(409)
    expect(await get("posts.rss")).toEqual([200, null])
    // A code of somebody else proves nothing.
    const other = await setUp("/other.xml")
    server.serve("/new.xml", faults.page(feedOf(other.code)))
    expect((await call("MoveChannel", { url })).status).toBe(409)

    server.serve("/new.xml", faults.page(feedOf(`Notes ${code}`)))
    expect((await call("MoveChannel", { url }, reader)).status).toBe(404)
    expect((await call("MoveChannel", { url })).body.data).toMatchObject({ movedTo: url })
    for (const name of ["posts.rss", "posts.atom", "posts.json", "podcast.rss"])
      expect(await get(name)).toEqual([301, url])

    await react(channelId)
    await react(channelId)
    const followed = async () => JSON.stringify((await feed("FollowList", {})).body.data)
    await expect.poll(followed).toContain("Elsewhere")
    await expect.poll(followed).not.toContain("Harbour Notes")
    expect(await followed()).toContain("Ports")
    const titles = async () =>
      JSON.stringify(
        (await kit.post("/api/Message/LoadMessage", { filter: { page: 1, pageSize: 20 } }, as(reader))).body,
      )
    await expect.poll(titles).toContain("Harbour Notes has moved")
    expect((await titles()).split("Harbour Notes has moved")).toHaveLength(2)

    expect((await call("EndMove", {}, reader)).status).toBe(404)
    expect((await call("EndMove")).body.data).toMatchObject({ movedTo: null })
    expect(await get("posts.rss")).toEqual([200, null])
    // A move that has ended moves nobody who follows later, also if the log is read again.
    await feed("Follow", { feedId: channelFeedId(channelId) })
    await react(channelId)
    expect(await followed()).toContain("Harbour Notes")
    expect(mara.personId).not.toBe(reader.personId)
  })

  it("may name itself in a file of the new host, and cannot move to this site", async () => {
    const { url, code, call, get, channelId } = await setUp("/filed.xml")
    server.serve("/.well-known/quire-move", (_, response) => void response.end(`${code}\n`))
    expect((await call("MoveChannel", { url })).status).toBe(200)
    expect(await get("posts.rss")).toEqual([301, url])
    expect(await run(findFeed(channelFeedId(channelId)))).not.toBeNull()
    expect([400, 404, 409]).toContain(
      (await call("MoveChannel", { url: "http://localhost/feeds/channel/x/posts.rss" })).status,
    )
  })
})
