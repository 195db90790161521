import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { EventStore } from "#core/kernel"
import { caseIdOf, hasOwner, Moderation } from "#core/moderation"
import { channelFeedId } from "#core/publishing"
import { findWithheldChannel } from "#projections/channels"
import { findFeedByCode, listItems } from "#projections/feeds"
import { listPosts } from "#projections/publishing"
import { run } from "#src/process/runtime.ts"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { applyMeasuresReactor } from "#src/worker/reactors/moderation.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { as } from "../testing/accountCalls.ts"
import { type OpenLibrary, openLibrary } from "../testing/openLibrary.ts"

let library: OpenLibrary

beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())

const report = (person: TestPerson, kind: string, id: string) =>
  library.kit.post("/api/Feed/ReportContent", { kind, id, reason: "A threat" }, as(person))
const find = (caseId: string) => run(Moderation.use((moderation) => moderation.find(caseId)))
const reasons = { ground: "law", reference: "Section 1", facts: "A threat.", reviewDays: 90 } as const

/** Applies all measures twice, as a worker may after a crash. */
const apply = async () => {
  const { react, types } = await run(applyMeasuresReactor)
  const read = Effect.gen(function* () {
    const store = yield* EventStore
    return yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 1_000, types })
  })
  for (const stored of [...(await run(read)), ...(await run(read))]) await react(stored)
}

it.each(["item", "feed"] as const)(
  "a reported %s of the library is withheld and restored without an owner",
  async (kind) => {
    const { kit, feed, itemId } = library
    const [reporter, late] = [await kit.people.make(), await kit.people.make()]
    const targetId = kind === "item" ? itemId : feed.feedId
    expect((await report(reporter, kind, targetId)).status).toBe(200)
    const caseId = caseIdOf({ kind, targetId })
    const opened = await find(caseId)
    expect(opened?.target).toMatchObject({ kind, targetId, placeId: feed.feedId })
    expect(opened?.target && hasOwner(opened.target)).toBe(false)
    expect(opened?.text).toContain(kind === "feed" ? library.at("/blog.xml") : "http")

    const shows = async () => {
      const { body } = await kit.post("/api/Feed/PreviewFeed", { feedId: feed.feedId })
      const items = (body.data?.["items"] ?? []) as ReadonlyArray<{ id: string }>
      return items.some(({ id }) => id === itemId)
    }
    const picture = async (path: string) => {
      const { status, headers } = await kit.post("/api/Home/LoadImage", { url: imageUrl(library.at(path), 320) })
      return [status, headers.get("link")?.includes("blocked-by") ?? false]
    }
    expect(await picture("/media0")).toEqual([200, false])
    const takeDown = Moderation.use((of) => of.takeDown(caseId, { by: "operator:ada", seen: 1 }, reasons))
    expect(await shows()).toBe(true)
    await run(Effect.orDie(takeDown))
    await apply()
    await expect.poll(shows).toBe(false)
    expect(await picture("/media0")).toEqual([451, true])
    // A page that was opened before.
    expect((await report(late, kind, targetId)).status).toBe(200)
    expect(await find(caseId)).toMatchObject({ status: "closed", version: 3, reports: [{}, {}] })

    await run(Effect.orDie(Moderation.use((of) => of.restore(caseId, { by: "operator:ada", seen: 3 }))))
    await apply()
    await expect.poll(shows).toBe(true)
    expect(await picture("/media0")).toEqual([200, false])
  },
)

it("an uploaded article is reported as its post, withheld with its pictures, and restored", async () => {
  const { kit } = library
  const [author, reporter] = [await kit.people.make({ displayName: "Ada" }), await kit.people.make()]
  await makeCreator(library.url, author)
  const picture = library.at("/media0?heron")
  const content = `<p>Grey <b>heron</b> at the weir.</p><p><img src="${picture}" width="400" height="300"></p>`
  const uploaded = await kit.post("/api/Feed/UploadLongNews", { title: "Heron", content }, as(author))
  const { id } = uploaded.body.data["news"] as { readonly id: string }
  expect((await report(reporter, "item", id)).status).toBe(200)
  const [post] = (await run(listPosts({ channelIds: null, statusIds: [3], pageSize: 1, page: 1 }))).posts
  const caseId = caseIdOf({ kind: "post", targetId: post?.postId ?? "" })
  expect(await find(caseId)).toMatchObject({
    target: { kind: "post", ownerId: author.personId },
    text: expect.stringContaining("heron** at the weir."),
  })
  const filter = { page: 1, pageSize: 5 }
  const load = async () => (await kit.post("/api/Feed/LoadLongNews", { filter, id })).status
  const found = async () => {
    const { body } = await kit.post("/api/Feed/LoadLongNews", { filter, userCode: author.userCode })
    return (body.data["news"] as ReadonlyArray<unknown>).length
  }
  const shown = async () => (await kit.post("/api/Home/LoadImage", { url: imageUrl(picture, 320) })).status
  expect([await load(), await found(), await shown()]).toEqual([200, 1, 200])
  await run(Effect.orDie(Moderation.use((of) => of.takeDown(caseId, { by: "operator:ada", seen: 1 }, reasons))))
  await apply()
  await expect.poll(load).toBe(404)
  expect([await found(), await shown()]).toEqual([0, 451])
  const seen = (await find(caseId))?.version ?? 0
  await run(Effect.orDie(Moderation.use((of) => of.restore(caseId, { by: "operator:ada", seen }))))
  await apply()
  await expect.poll(load).toBe(200)
  expect([await found(), await shown()]).toEqual([1, 200])
  expect((await kit.post("/api/Feed/DeleteLongNews", { id }, as(author))).status).toBe(200)
})

it("a channel is withheld with its posts, comments and pictures, publishes nothing meanwhile, and is restored", async () => {
  const { kit } = library
  const [creator, reporter] = [await kit.people.make({ displayName: "Mara" }), await kit.people.make()]
  const { channelId, channelCode } = await makeCreator(library.url, creator, { subject: "Harbour Knots" })
  const post = { title: "Bowline", preview: "A knot.", contentStatusId: 3 }
  const made = await kit.post("/api/Feed/createContent", post, as(creator))
  const { id: contentId } = made.body.data["content"] as { readonly id: string }
  const status = async (path: string, body: object, person = reporter) =>
    (await kit.post(`/api/${path}`, body, as(person))).status
  const channels = async () => {
    const { body } = await kit.post("/api/UserProfile/SearchCC", { keyword: "Harbour Knots" }, as(reporter))
    return JSON.stringify(body.data).includes(channelCode)
  }
  const shown = async () => [
    await status("Feed/ViewContent", { contentId }),
    await status("UserProfile/LoadCCProfileByCode", { channelCode }),
    await status("Feed/CreateComment", { contentId, text: "Thank you." }),
    (await run(findFeedByCode(channelCode))) !== null,
    await channels(),
  ]
  expect(await shown()).toEqual([200, 200, 200, true, true])

  expect(await status("Feed/ReportContent", { kind: "channel", id: String(channelId), reason: "Threats" })).toBe(200)
  const caseId = caseIdOf({ kind: "channel", targetId: String(channelId) })
  expect(await find(caseId)).toMatchObject({
    target: { kind: "channel", placeId: channelCode, ownerId: creator.personId },
    text: expect.stringContaining("Harbour Knots"),
  })
  await run(Effect.orDie(Moderation.use((of) => of.takeDown(caseId, { by: "operator:ada", seen: 1 }, reasons))))
  await apply()
  await expect.poll(channels).toBe(false)
  await expect.poll(shown).toEqual([404, 404, 404, false, false])
  expect(await run(findWithheldChannel(channelCode))).toBe(channelId)
  expect(await run(listItems({ feedIds: [channelFeedId(channelId)] }))).toMatchObject({ items: [] })
  // Its creator still manages it, and publishes nothing in it.
  expect(await status("Feed/ViewContent", { contentId }, creator)).toBe(200)
  expect(await status("Channel/LoadOffer", { channelCode }, creator)).toBe(200)
  expect(await status("Feed/createContent", { ...post, title: "Sheet bend" }, creator)).toBe(409)

  const seen = (await find(caseId))?.version ?? 0
  await run(Effect.orDie(Moderation.use((of) => of.restore(caseId, { by: "operator:ada", seen }))))
  await apply()
  await expect.poll(shown).toEqual([200, 200, 200, true, true])
})

it("what the library does not have, and a feed of this site as a whole, cannot be reported", async () => {
  const person = await library.kit.people.make()
  for (const [kind, id] of [
    ["item", "none"],
    ["feed", "none"],
    ["feed", library.itemId],
    ["feed", channelFeedId(1)],
    ["channel", "999999"],
    ["channel", "QC"],
  ] as const)
    expect([kind, id, (await report(person, kind, id)).status]).toEqual([kind, id, 404])
})
