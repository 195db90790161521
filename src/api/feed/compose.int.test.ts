import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Autosaves } from "#core/publishing"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { as } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let contentId: string

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  mara = await kit.people.make({ displayName: "Mara" })
  await makeCreator(db.url, mara)
  const { body } = await call("createContent", { title: "Tides" })
  contentId = (body as unknown as { readonly data: { readonly content: { readonly id: string } } }).data.content.id
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const call = (name: string, body: object, person = mara) => kit.post(`/api/Feed/${name}`, body, as(person))
const [first, second] = ["first-tab", "second-tab"]
const save = (tab: string, seen: number | null, preview: string) =>
  call("AutosaveContent", { contentId, tab, seen, baseRevision: 1, fields: { title: "Tides", preview } })
const stored = () => run(Autosaves.use((autosaves) => autosaves.find(mara.personId, contentId)))

describe("autosaves", () => {
  it("keep what was typed last, in one row", async () => {
    expect(await save(first, 0, "a")).toMatchObject({ status: 200, body: { data: { saveNumber: 1 } } })
    expect(await save(first, 1, "ab")).toMatchObject({ status: 200, body: { data: { saveNumber: 2 } } })
    expect(await stored()).toMatchObject({ fields: { title: "Tides", preview: "ab" }, baseRevision: 1, saveNumber: 2 })
  })

  it("of another tab are refused until it has seen the last one, or overwrites it", async () => {
    expect(await save(second, 0, "other")).toMatchObject({ status: 409 })
    expect((await stored())?.fields["preview"]).toBe("ab")
    expect(await save(second, null, "other")).toMatchObject({ status: 200 })
    expect(await save(first, 2, "abc")).toMatchObject({ status: 409 })
    expect((await stored())?.fields["preview"]).toBe("other")
  })

  it("of a post that is not one's own are refused as if it were not there", async () => {
    const stranger = await kit.people.make()
    const body = { contentId, tab: first, seen: null, baseRevision: 1, fields: { title: "Mine now" } }
    expect(await call("AutosaveContent", body, stranger)).toMatchObject({ status: 404 })
    expect(await call("AutosaveContent", { ...body, contentId: "no-id" })).toMatchObject({ status: 404 })
    expect((await stored())?.fields["title"]).toBe("Tides")
  })

  it("are deleted with the post, and after 90 days", async () => {
    await run(Autosaves.use((autosaves) => autosaves.sweep))
    expect(await stored()).not.toBeNull()
    await run(Autosaves.use((autosaves) => Effect.asVoid(autosaves.forget(contentId))))
    expect(await stored()).toBeNull()
  })
})

describe("the rich editor's documents", () => {
  const read = (preview: string, gated = "") => call("ReadRichText", { preview, gated })

  it("are read from both parts, with the addresses of pictures [S7-099]", async () => {
    expect(await read("*One*", "![Boat](https://pictures.example/boat.jpg)")).toMatchObject({
      status: 200,
      body: {
        data: {
          documents: {
            preview: { content: [{ type: "paragraph", content: [{ text: "One", marks: [{ type: "em" }] }] }] },
            gated: { content: [{ type: "gallery" }] },
          },
          obstacle: null,
          files: [{ src: "https://pictures.example/boat.jpg", kind: "image", url: expect.stringContaining("/") }],
        },
      },
    })
  })

  it("are refused with the reason if something would be lost", async () => {
    expect(await read("fine", "[](https://a.example)")).toMatchObject({
      status: 200,
      body: { data: { documents: null, obstacle: expect.stringContaining("a link without text"), files: [] } },
    })
  })

  it("do not name files of others", async () => {
    const body = await read("![](media:0197a6a0-0000-7000-8000-000000000001)")
    expect(body).toMatchObject({ status: 200, body: { data: { files: [] } } })
  })
})

describe("a preview", () => {
  const preview = (readerLevelId: number, levelId = 2) =>
    call("PreviewContent", { preview: "*One*", gated: "**Two** three", levelId, readerLevelId })

  it("shows each reader what their level allows", async () => {
    expect(await preview(1)).toMatchObject({
      body: { data: { preview: "<p><em>One</em></p>", gated: null, words: 1 } },
    })
    expect(await preview(2)).toMatchObject({ body: { data: { gated: "<p><strong>Two</strong> three</p>", words: 3 } } })
    expect(await preview(2, 3)).toMatchObject({ body: { data: { gated: null } } })
  })
})
