import { describe, expect, it } from "vitest"
import { alternativeKeys, fingerprint, itemKeys } from "./identity.ts"

type Item = Parameters<typeof fingerprint>[0]

const item = (fields: Partial<Item>): Item => ({
  guid: null,
  link: null,
  title: null,
  summary: null,
  contentHtml: null,
  enclosures: [],
  publishedAt: null,
  ...fields,
})

const identities = (...items: ReadonlyArray<Partial<Item>>): ReadonlyArray<string> =>
  itemKeys(items.map(item)).keys.map(({ identity }) => identity)

describe("identity", () => {
  it.each<[string, Partial<Item>, Partial<Item>]>([
    [
      "a GUID, whatever else changed",
      { guid: "1", link: "http://a.example/1", title: "A" },
      { guid: "1", link: "http://b.example/2", title: "B" },
    ],
    ["a GUID that moved to https", { guid: "http://a.example/1" }, { guid: "https://www.a.example/1" }],
    ["a link without a GUID", { link: "http://a.example/1" }, { link: "https://www.a.example/1/?utm_source=x" }],
    [
      "a file without either",
      { enclosures: [{ url: "http://a.example/1.mp3", type: null, lengthBytes: null }] },
      { title: "x", enclosures: [{ url: "https://a.example/1.mp3", type: null, lengthBytes: 5 }] },
    ],
    ["title and words without anything", { title: "A", summary: "x" }, { title: "A", summary: "x" }],
  ])("is %s", (_, before, after) => expect(identities(after)).toEqual(identities(before)))

  it.each<[string, Partial<Item>, Partial<Item>]>([
    ["GUIDs", { guid: "1" }, { guid: "2" }],
    ["GUIDs that differ in case", { guid: "a" }, { guid: "A" }],
    ["links", { link: "http://a.example/?p=1" }, { link: "http://a.example/?p=2" }],
    ["parts of one page", { link: "http://a.example/#one" }, { link: "http://a.example/#two" }],
    ["words", { title: "A" }, { title: "B" }],
  ])("tells %s apart", (_, one, other) => expect(identities(one)).not.toEqual(identities(other)))

  it("tells items that share a GUID by their links", () => {
    const one = { guid: "same", link: "http://a.example/1" }
    const two = { guid: "same", link: "http://a.example/2" }
    const keys = identities(one, two)
    expect(new Set(keys).size).toBe(2)
    expect(identities(two, one)).toEqual([keys[1], keys[0]])
    expect(itemKeys([item(one), item(two)]).problems).toEqual(["duplicate-guid"])
  })

  it("counts from the oldest where nothing else tells, so that a new item on top moves none", () => {
    const [one, two] = identities({ guid: "same", title: "B" }, { guid: "same", title: "A" })
    expect(
      identities({ guid: "same", title: "C" }, { guid: "same", title: "B" }, { guid: "same", title: "A" }).slice(1),
    ).toEqual([one, two])
  })

  it("reports what has none", () => expect(itemKeys([item({ title: "A" })]).problems).toEqual(["missing-identity"]))
})

describe("alternatives", () => {
  const before = {
    guid: "http://a.example/?p=1",
    link: "http://a.example/one",
    title: "One",
    publishedAt: "2024-01-01T00:00:00.000Z",
  }
  const shares = (changed: Partial<Item>): boolean => {
    const known = new Set(alternativeKeys(item(before)))
    return alternativeKeys(item({ ...before, ...changed })).some((key) => known.has(key))
  }

  it.each<[string, Partial<Item>]>([
    ["new GUIDs", { guid: "tag:a.example,2024:1" }],
    ["no GUIDs any more", { guid: null }],
    ["new GUIDs and https", { guid: "1", link: "https://www.a.example/one" }],
    ["a new site with new GUIDs", { guid: "1", link: "https://b.example/posts/one" }],
    ["new links", { link: "https://b.example/1" }],
  ])("know an item again after %s", (_, changed) => expect(shares(changed)).toBe(true))

  it("do not know another item", () => {
    expect(shares({ guid: "2", link: "http://a.example/two", title: "Two" })).toBe(false)
    expect(shares({ guid: "2", link: "http://a.example/two", publishedAt: "2024-01-02T00:00:00.000Z" })).toBe(false)
  })

  it("leave out what several items of a document share", () => {
    const { keys } = itemKeys([
      item({ guid: "1", link: "http://a.example/" }),
      item({ guid: "2", link: "http://a.example/" }),
    ])
    expect(keys.flatMap(({ alternatives }) => alternatives)).toEqual([])
  })
})

describe("fingerprint", () => {
  const base = item({
    title: "T",
    contentHtml: "<p>one <b>two</b></p>",
    link: "http://a.example/1",
    enclosures: [{ url: "http://a.example/1.mp3?token=1", type: "audio/mpeg", lengthBytes: 5 }],
  })

  it.each<[string, Partial<Item>]>([
    ["markup", { contentHtml: "<div>one\n two</div>" }],
    ["tracking", { link: "https://a.example/1?utm_source=x" }],
    ["a file's signature", { enclosures: [{ url: "https://a.example/1.mp3?token=2", type: null, lengthBytes: 6 }] }],
    ["dates", { publishedAt: "2024-01-01T00:00:00.000Z" }],
    ["GUIDs", { guid: "x" }],
  ])("does not see %s", (_, changed) => expect(fingerprint({ ...base, ...changed })).toBe(fingerprint(base)))

  it.each<[string, Partial<Item>]>([
    ["a title", { title: "U" }],
    ["words", { contentHtml: "<p>one three</p>" }],
    ["a link", { link: "http://a.example/2" }],
    ["files", { enclosures: [] }],
  ])("sees %s change", (_, changed) => expect(fingerprint({ ...base, ...changed })).not.toBe(fingerprint(base)))

  it("is short", () => expect(fingerprint(base)).toMatch(/^[\w-]{22}$/))
})
