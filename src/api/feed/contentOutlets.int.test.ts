import { Effect } from "effect"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Chats } from "#core/chat"
import { Posts } from "#core/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { answerChannelFeed } from "#src/web/syndication/channelFeeds.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { as } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let channelCode: string

beforeAll(async () => {
  db = await testDatabase()
  // An engine that nobody asks.
  kit = await makeApiKit({ url: db.url, env: { TRANSLATE_URL: "http://127.0.0.1:9" } })
  mara = await kit.people.make({ displayName: "Mara" })
  ;({ channelCode } = await makeCreator(db.url, mara))
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

/** Words that stand in no other text. */
const [OPEN, SECRET] = ["kittiwakes", "quicksilvered"]
const published = 3

const call = (path: string, body: object, person?: TestPerson) =>
  kit.post(`/api/Feed/${path}`, body, person === undefined ? {} : as(person))
type Row = Readonly<Record<string, unknown>>
const dataOf = async <Name extends string>(path: string, body: object, name: Name, person?: TestPerson) =>
  ((await call(path, body, person)).body.data as unknown as Record<Name, ReadonlyArray<Row>>)[name]

const publish = async (change: object = {}) => {
  const text = { title: "Tides", preview: `About ${OPEN}.`, gated: `About ${SECRET}.`, levelId: 2, tags: ["Seabirds"] }
  const answer = await call("createContent", { ...text, contentStatusId: published, ...change }, mara)
  return (answer.body.data as unknown as { content: Row & { id: string } }).content
}
const seen = async () => {
  for (const name of ["feeds", "items", "search", "posts"]) {
    const [{ position } = { position: 0 }] =
      await kit.sql`select coalesce(max(position), 0)::int as position from es.event`
    await run(waitFor(name, position, 20_000))
  }
}
const feedOf = async () => {
  const answer = await call("LoadTargetFeed", { code: channelCode })
  return (answer.body.data as unknown as { feed: Row & { feedId: string; title: string } }).feed
}

describe("a published post", () => {
  it("is an item of its channel's feed, in lists and in the search, with its preview alone", async () => {
    await publish()
    await seen()
    const feed = await feedOf()
    expect(feed).toMatchObject({ title: "Harbour Notes", contentType: "QI", code: channelCode })
    const reader = await kit.people.make()
    await call("Follow", { feedId: feed.feedId }, reader)
    const answers = [
      await dataOf("LoadLastestContent", {}, "items"),
      await dataOf("ListRemoteContent", { feedId: feed.feedId }, "items"),
      await dataOf("LoadPersonalFeeds", {}, "items", reader),
      await dataOf("SearchNews", { keyword: OPEN }, "items"),
      await dataOf("LoadQINewsByKeyword", { keyword: OPEN }, "items"),
      await dataOf("LoadNewsByTag", { tag: "Seabirds" }, "items"),
    ]
    for (const items of answers)
      expect(items).toMatchObject([{ title: "Tides", source: "QI", description: `About ${OPEN}.` }])
    expect(await dataOf("SearchNews", { keyword: SECRET }, "items")).toEqual([])
    expect(JSON.stringify(answers)).not.toContain(SECRET)
  })

  it("[S2-083] [S2-084] is locked in previews for people without its level, and says more if everyone may read it", async () => {
    const { feedId } = await feedOf()
    await publish({ title: "Open", gated: "", levelId: 1 })
    await seen()
    const preview = async (person?: TestPerson) =>
      (await dataOf("PreviewFeed", { feedId }, "items", person)).map(({ title, description, levelId, more }) => [
        ...[title, description, levelId, more],
      ])
    const subscriber = await kit.people.make()
    const grant = { creatorId: mara.personId, personId: subscriber.personId, level: 2 } as const
    await run(Effect.orDie(Chats.use((chats) => chats.grant(grant))))
    const locked = [
      ["Open", `About ${OPEN}.`, 1, true],
      ["Tides", "permission denied", 2, true],
    ]
    expect(await preview()).toEqual(locked)
    expect(await preview(await kit.people.make())).toEqual(locked)
    for (const person of [subscriber, mara])
      expect((await preview(person))[1]).toEqual(["Tides", `About ${OPEN}.`, 2, true])
  })

  it("follows its edits, its level, hiding, showing and deletion", async () => {
    const { id } = await publish({ title: "Changing" })
    const update = async (change: object) => {
      expect(await call("UpdateContent", { contentId: id, ...change }, mara)).toMatchObject({ status: 200 })
      await seen()
    }
    const find = async (keyword: string) =>
      (await dataOf("SearchNews", { keyword }, "items")).map(({ title, description }) => [title, description])
    await update({ title: "Changed", preview: "About guillemots." })
    expect(await find("guillemots")).toEqual([["Changed", "About guillemots."]])
    expect((await find(OPEN)).flat()).not.toContain("Changing")
    await update({ contentStatusId: 4 })
    expect(await find("guillemots")).toEqual([])
    await update({ contentStatusId: published })
    expect(await find("guillemots")).toEqual([["Changed", "About guillemots."]])
    await update({ levelId: 1 })
    expect((await find(SECRET))[0]?.[0]).toBe("Changed")
    await update({ levelId: 3 })
    expect(await find(SECRET)).toEqual([])
    await call("DeleteContent", { contentId: id }, mara)
    await seen()
    expect(await find("guillemots")).toEqual([])
  })

  it("is one entry with one identity when its level falls and rises again, and no copy keeps what was open", async () => {
    const [open, gated] = ["phalaropes", "turnstones"]
    const { id } = await publish({ title: "Rising", preview: `About ${open}.`, gated: `About ${gated}.`, levelId: 3 })
    await seen()
    const outlets = async () => {
      const feed = await run(
        answerChannelFeed({
          ...{ code: channelCode, name: "posts.rss", headers: new Headers(), origin: "http://quire.test" },
        }),
      )
      const [items, search] = [
        (await dataOf("SearchNews", { keyword: open }, "items")).map(({ id: itemId }) => itemId),
        await dataOf("SearchNews", { keyword: gated }, "items"),
      ]
      const xml = await feed.text()
      const entry = xml.split("<item>").find((each) => each.includes("Rising")) ?? ""
      const [, guid] = /<guid[^>]*>([^<]*)<\/guid>/.exec(entry) ?? []
      return { items, guid, shown: xml.includes(gated), found: search.length }
    }
    const change = async (levelId: number) => {
      expect(await call("UpdateContent", { contentId: id, levelId }, mara)).toMatchObject({ status: 200 })
      await seen()
    }
    const first = await outlets()
    expect(first).toMatchObject({ items: [expect.any(String)], guid: `urn:uuid:${id}`, shown: false, found: 0 })
    await change(1)
    const opened = await outlets()
    // Feeds keep to the part before the line; lists and the search have all of what everyone may read.
    expect(opened).toMatchObject({ items: first.items, guid: first.guid, shown: false, found: 1 })
    await change(3)
    const again = await outlets()
    expect(again).toMatchObject({ items: first.items, guid: first.guid, shown: false, found: 0 })
    expect((await call("ViewContent", { contentId: id })).body.data).toMatchObject({ content: { gated: null } })
  })

  it("that opens by itself while somebody turns pages is on one of them, once", async () => {
    const made = []
    for (let number = 0; number < 5; number++)
      made.push(await publish({ title: `Turning ${number}`, levelId: 3, everyoneDays: 0, preview: "About dunlins." }))
    await seen()
    const page = async (more: object) => {
      const { items, next } = (await call("LoadAllNews", { filter: { pageSize: 2, page: 1 }, ...more })).body
        .data as unknown as { items: ReadonlyArray<Row & { title: string }>; next: string | null }
      return { titles: items.map(({ title }) => title), next }
    }
    const titles: Array<string> = []
    for (let cursor: string | null = null, pages = 0; pages < 100; pages++) {
      const turned: { titles: ReadonlyArray<string>; next: string | null } = await page(
        cursor === null ? {} : { cursor },
      )
      titles.push(...turned.titles)
      const opening = made[pages]
      if (opening !== undefined) {
        await run(Posts.use(({ openDue }) => openDue(opening.id)))
        await seen()
      }
      cursor = turned.next
      if (cursor === null) break
    }
    expect(titles.filter((title) => title.startsWith("Turning")).toSorted()).toEqual(
      made.map(({ title }) => String(title)),
    )
  })

  it("vanishes from every outlet while operators withhold it, and is back as it was", async () => {
    const reader = await kit.people.make()
    const before = { ...(await feedOf()) }
    await call("Follow", { feedId: before.feedId }, reader)
    const { id } = await publish({
      title: "Withheld",
      preview: "About razorbills.",
      levelId: 1,
      gated: "",
      tags: ["Auks"],
    })
    await call("CreateComment", { contentId: id, text: "A razorbill" }, reader)
    await seen()
    const outlets = async () => {
      const answers = [
        await dataOf("SearchNews", { keyword: "razorbills" }, "items"),
        await dataOf("LoadQINewsByKeyword", { keyword: "razorbills" }, "items"),
        await dataOf("LoadLastestContent", {}, "items"),
        await dataOf("LoadNews", {}, "items"),
        await dataOf("ListRemoteContent", { feedId: before.feedId }, "items"),
        await dataOf("PreviewFeed", { feedId: before.feedId }, "items"),
        await dataOf("LoadPersonalFeeds", {}, "items", reader),
        await dataOf("LoadNewsByTag", { tag: "Auks" }, "items"),
        (await call("ViewContent", { contentId: id })).status === 200 ? [{ title: "Withheld" }] : [],
        (await call("LoadComments", { contentId: id }, reader)).status === 200 ? [{ title: "Withheld" }] : [],
      ]
      return answers.map((items) => items.some(({ title }) => title === "Withheld"))
    }
    const itemCount = async () => (await feedOf())["itemCount"]
    const [shown, counted] = [await outlets(), await itemCount()]
    expect(shown).toEqual(Array(10).fill(true))
    await run(Posts.use((posts) => posts.withhold(id)))
    await seen()
    expect(await outlets()).toEqual(Array(10).fill(false))
    // Whether a post is open to likes and comments is remembered for a second.
    const like = async () => (await call("UpdateUserLike", { contentId: id, userLikeStatusId: 1 }, reader)).status
    await expect.poll(like).toBe(404)
    expect((await call("CreateComment", { contentId: id, text: "Another" }, reader)).status).toBe(404)
    // Its author reads and corrects it, but cannot show it.
    expect((await call("ViewContent", { contentId: id }, mara)).status).toBe(200)
    expect(await call("UpdateContent", { contentId: id, preview: "About razorbills, again." }, mara)).toMatchObject({
      status: 200,
    })
    expect((await call("UpdateInternalContent", { contentId: id, contentStatusId: 4 }, mara)).status).toBe(409)
    await seen()
    expect(await outlets()).toEqual(Array(10).fill(false))
    await run(Posts.use((posts) => posts.release(id)))
    await seen()
    expect(await outlets()).toEqual(Array(10).fill(true))
    expect(await itemCount()).toBe(counted)
    const [found] = await dataOf("SearchNews", { keyword: "razorbills" }, "items")
    expect(found).toMatchObject({ title: "Withheld", description: "About razorbills, again." })
  })

  it("is translated for readers only if everyone may read it", async () => {
    const [item] = await dataOf("SearchNews", { keyword: `${OPEN} tides` }, "items")
    expect(await call("AITranslate", { itemId: item?.["id"], languageCode: "DE" })).toMatchObject({ status: 404 })
  })

  it("counts in its channel's feed while readers can see it, also if a draft is deleted", async () => {
    const other = await kit.people.make()
    const { channelCode: code } = await makeCreator(db.url, other, { subject: "Counting" })
    const count = async () => {
      await seen()
      return (await kit.sql`select item_count as count from read.feed where code = ${code}`)[0]?.["count"]
    }
    const make = async (contentStatusId: number) => {
      const answer = await call("createContent", { title: "T", preview: "p", contentStatusId }, other)
      return (answer.body.data as unknown as { content: { id: string } }).content.id
    }
    const set = (contentId: string, contentStatusId: number) =>
      call("UpdateInternalContent", { contentId, contentStatusId }, other)
    const [one, two, draft] = [await make(published), await make(published), await make(1)]
    expect(await count()).toBe(2)
    await set(draft, 5)
    await set(one, 4)
    expect(await count()).toBe(1)
    await set(one, 5)
    await set(two, 5)
    expect(await count()).toBe(0)
  })
})

describe("the feed of a channel", () => {
  it("has the icon of the channel, and its items the covers of posts", async () => {
    const other = await kit.people.make()
    const { channelCode: code } = await makeCreator(db.url, other, { subject: "Pictures" })
    const square = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#0a6" } })
      .png()
      .toBuffer()
    const uploaded = await kit.send("/api/Home/UploadImage", {
      ...{ method: "POST", headers: { "content-type": "application/octet-stream" }, token: other.token },
      body: square as BodyInit,
    })
    const { key } = uploaded.body.data as unknown as { readonly key: string }
    await kit.post("/api/UserProfile/UpdateContentCreaterImage", { icon: key }, as(other))
    const post = { title: "With a cover", preview: "p", contentStatusId: published, cover: key }
    expect(await call("createContent", post, other)).toMatchObject({ status: 200 })
    await seen()
    const answer = await call("LoadTargetFeed", { code })
    const { feed } = answer.body.data as unknown as { feed: { feedId: string; iconUrl: string } }
    const items = await dataOf("ListRemoteContent", { feedId: feed.feedId }, "items")
    expect([feed.iconUrl, items[0]?.["imageUrl"]]).toEqual([
      `/api/Home/Image?key=${key}&type=avatar`,
      `/api/Home/Image?key=${key}&type=header`,
    ])
  })

  it("is not offered while the channel is hidden or closed, and can be read as before", async () => {
    const other = await kit.people.make()
    const { channelCode: code } = await makeCreator(db.url, other, { subject: "Shy" })
    await call("createContent", { title: "Whisper", preview: "Softly.", contentStatusId: published }, other)
    const offered = async (change: object) => {
      await kit.post("/api/UserProfile/UpdateContentCreator", change, as(other))
      await seen()
      const directory = await dataOf(
        "LibraryFeeds",
        { filter: { pageSize: 50, page: 1 }, languageCode: "All", index: 0 },
        "feeds",
      )
      const popular = (await kit.get("/api/Feed/MostPopularFeeds?pageSize=50")).body.data as unknown as {
        readonly feeds: ReadonlyArray<Row>
      }
      return [directory, popular.feeds].map((feeds) => feeds.some((feed) => feed["code"] === code))
    }
    expect(await offered({ userChannelDisplayStatusId: 1 })).toEqual([true, true])
    expect(await offered({ userChannelDisplayStatusId: 2 })).toEqual([false, false])
    expect(await offered({ userChannelDisplayStatusId: 1, userChannelStatusId: 3 })).toEqual([false, false])
    const answer = await call("LoadTargetFeed", { code })
    const { feed } = answer.body.data as unknown as { feed: { feedId: string } }
    expect(await dataOf("ListRemoteContent", { feedId: feed.feedId }, "items")).toMatchObject([{ title: "Whisper" }])
    expect(await offered({ userChannelStatusId: 1 })).toEqual([true, true])
  })
})

describe("a post that is due", () => {
  const stateOf = async (contentId: string) =>
    (await call("ViewContent", { contentId }, mara)).body.data as unknown as { content: Row }
  const year = new Date().getUTCFullYear() + 1

  it("is not published before its time, and not by anyone but its author", async () => {
    const plan = { contentStatusId: 2, dueAt: `${year}-01-01T00:00`, timeZone: "UTC" }
    const { id } = await publish({ title: "Planned", ...plan })
    expect(await run(Posts.use((posts) => posts.publishDue(id)))).toBe("nothing")
    expect(await stateOf(id)).toMatchObject({ content: { contentStatusId: 2 } })
    expect(await call("ViewContent", { contentId: id })).toMatchObject({ status: 404 })
  })
})
