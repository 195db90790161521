import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { EventStore } from "#core/kernel"
import { longNewsFeedId } from "#core/library"
import { caseIdOf, hasOwner, Moderation } from "#core/moderation"
import { run } from "#src/process/runtime.ts"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { applyMeasuresReactor } from "#src/worker/reactors/moderation.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { as } from "../testing/accountCalls.ts"
import { AUTHOR, type OpenLibrary, openLibrary } from "../testing/openLibrary.ts"

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

it("what the library does not have, and a feed of this site as a whole, cannot be reported", async () => {
  const person = await library.kit.people.make()
  for (const [kind, id] of [
    ["item", "none"],
    ["feed", "none"],
    ["feed", library.itemId],
    ["feed", longNewsFeedId(AUTHOR)],
  ] as const)
    expect([kind, id, (await report(person, kind, id)).status]).toEqual([kind, id, 404])
})
