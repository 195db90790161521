import { describe, expect, it } from "vitest"
import { openArchive } from "./archive/openArchive.ts"
import type { EntryBody, EntryHead, ForeignPerson } from "./ForeignEntry.ts"
import { detectSource, READERS } from "./sources/detectSource.ts"
import { fixture, readerOf, zipOf } from "./testing/archives.ts"

/** Reads an archive like the thread that imports it. */
const readAll = async (bytes: Buffer, name: string, siteUrl: string | null = null) => {
  const archive = await openArchive(readerOf(bytes), name)
  const source = await detectSource(archive)
  const posts = new Map<string, EntryHead & EntryBody>()
  const people: Array<ForeignPerson> = []
  for await (const found of READERS[source](archive, { siteUrl, filePrefix: "file-" }))
    if ("person" in found) people.push(found.person)
    else posts.set(found.entry.head.title, { ...found.entry.head, ...(await found.entry.body()) })
  return { source, posts, people }
}

describe("an export of Ghost", () => {
  it("becomes posts with dates, tags, levels and both parts", async () => {
    const { source, posts } = await readAll(fixture("ghost.json"), "harbour.json", "https://harbour.example")
    expect(source).toBe("ghost")
    expect(posts.get("Tides and timetables")).toMatchObject({
      sourceId: "65f1c0de0a1b2c3d4e5f6071",
      slug: "tides-and-timetables",
      canonicalUrl: "https://harbour.example/tides-and-timetables/",
      publishedAt: "2024-03-14T07:30:00.000Z",
      isDraft: false,
      levelId: 1,
      // Internal tags are no tags of readers.
      tags: ["Ports", "Timetables"],
      cover: 0,
      files: [
        { address: "https://harbour.example/content/images/2024/03/cover.png" },
        { address: "https://harbour.example/content/images/size/w1000/2024/03/harbour.png" },
      ],
    })
    expect(posts.get("Tides and timetables")?.preview).toBe(
      [
        "The ferry leaves *before* the tide does. See [about](https://harbour.example/about/).",
        '![The harbour at dawn](file-1 "Two boats")',
        "## The board",
        "| Port  | High water |\n| ----- | ---------- |\n| Husum | 06:12      |",
        "<https://tides.example/today>",
      ].join("\n\n"),
    )
    expect(posts.get("What the pilots say")).toMatchObject({
      levelId: 3,
      canonicalUrl: "https://elsewhere.example/pilots",
      preview: "Everyone may read this.",
      gated: "Only patrons read that the **north channel** is closed.\n\n![Pilots, recorded in April](file-0)",
    })
  })

  it("keeps a post for members without a line in it out of the public part", async () => {
    const { posts } = await readAll(fixture("ghost.json"), "harbour.json")
    expect(posts.get("Fog over the mole")).toMatchObject({
      levelId: 2,
      preview: "A short note about fog.",
      gated: "Nothing but members read this, because there is no line in it.",
    })
  })

  it("has drafts, scheduled posts that become drafts, and pages that are not taken", async () => {
    const { posts } = await readAll(fixture("ghost.json"), "harbour.json")
    expect(posts.get("Unfinished harbour")).toMatchObject({ isDraft: true, publishedAt: null, problem: null })
    expect(posts.get("Next winter")).toMatchObject({ isDraft: true, notes: ["scheduled"] })
    expect(posts.get("About this site")).toMatchObject({ problem: "page" })
  })

  it("takes files from an archive with its content, and names no address without that of the site", async () => {
    const archive = zipOf(null, {
      "export/harbour.ghost.json": fixture("ghost.json"),
      "export/content/images/2024/03/harbour.png": "png",
    })
    const { source, posts } = await readAll(archive, "harbour.zip")
    expect(source).toBe("ghost")
    expect(posts.get("Tides and timetables")?.files).toEqual([
      { path: "content/images/2024/03/cover.png", address: null },
      { path: "export/content/images/2024/03/harbour.png", address: null },
    ])
    expect(posts.get("Tides and timetables")?.preview).toContain("See about.")
  })
})

it("reads an export of Substack: paywalls, footnotes, players and podcasts", async () => {
  const { source, posts, people } = await readAll(zipOf("substack"), "export.zip", "https://harbour.substack.com")
  expect(source).toBe("substack")
  expect(posts.get("Tides, and timetables")).toMatchObject({
    ...{ sourceId: "112233445", canonicalUrl: "https://harbour.substack.com/p/tides-and-timetables", levelId: 1 },
    publishedAt: "2023-02-01T08:00:00.000Z",
    files: [{ address: "https://substack-post-media.s3.amazonaws.com/public/images/harbour_1200x800.png" }],
  })
  expect(posts.get("Tides, and timetables")?.preview.split("\n\n")).toEqual([
    "*Why the \\*board\\* is wrong*",
    "The ferry leaves before the tide does.[^1]",
    '![The harbour at dawn](file-0 "Two boats")',
    "<https://www.youtube.com/watch?v=abcdefghijk>",
    "[^1]: On Sundays it waits.",
  ])
  expect(posts.get("The north channel")).toMatchObject({
    levelId: 3,
    preview: "*For patrons*\n\nEveryone reads the first lines.",
    gated: "Only patrons read about the sandbank.",
  })
  expect(posts.get("Harbour radio")).toMatchObject({
    preview: "![](file-0)\n\nEpisode notes.",
    files: [{ address: "https://api.substack.example/feed/podcast/112233447/radio.mp3" }],
  })
  expect(posts.get("Not finished")).toMatchObject({ isDraft: true, preview: "Later." })
  expect(posts.get("What do you read?")).toMatchObject({ problem: "thread" })
  expect(posts.get("Lost text")).toMatchObject({ problem: "noText" })
  // Its readers joined another list.
  expect(people).toEqual([])
})

it("reads an export of WordPress: block editor, classic editor, paywalls, passwords and pictures", async () => {
  const { source, posts } = await readAll(fixture("wordpress.xml"), "harbour.WordPress.2026-11-25.xml")
  expect(source).toBe("wordpress")
  expect(posts.get("Ebbe & Flut")).toMatchObject({
    ...{ sourceId: "harbour.example 12", slug: "ebbe-und-flut", tags: ["Fahrplan", "Häfen"], language: "de" },
    canonicalUrl: "https://harbour.example/2022/03/ebbe-und-flut/",
    publishedAt: "2022-03-01T08:00:00.000Z",
    cover: 1,
    files: [
      { address: "https://harbour.example/wp-content/uploads/2022/03/hafen.png" },
      { address: "https://harbour.example/wp-content/uploads/2022/03/titel.png" },
    ],
  })
  expect(posts.get("Ebbe & Flut")?.preview.split("\n\n")).toEqual([
    "Die Fähre fährt *vor* der Flut.",
    '![Der Hafen](file-0 "Zwei Boote")',
    "<https://www.youtube.com/watch?v=abcdefghijk>",
  ])
  expect(posts.get("Classic words")?.preview).toBe(
    'First paragraph\\\nwith a break.\n\n![The old pier](file-0 "Old pier")\n\n> Quoted.\n\n```\nkept\n\nas is\n```\n\n![](file-1)![](file-2)',
  )
  expect(posts.get("Nur für Abonnenten")).toMatchObject({
    ...{ levelId: 3, preview: "Alle lesen das.", gated: "Das lesen Abonnenten.", cover: null },
  })
  expect(posts.get("Mit Passwort")).toMatchObject({ isDraft: true, notes: ["password"], canonicalUrl: null })
  expect(posts.get("Entwurf")).toMatchObject({ isDraft: true, publishedAt: null })
  expect(posts.get("Impressum")).toMatchObject({ problem: "page" })
})

it("reads an export of Medium without the title in the text", async () => {
  const { source, posts } = await readAll(zipOf("medium"), "medium-export.zip")
  expect(source).toBe("medium")
  expect(posts.get("Tides and timetables")).toMatchObject({
    ...{ sourceId: "3f2a1b4c5d6e", slug: "tides-and-timetables", publishedAt: "2019-05-04T07:30:00.000Z" },
    canonicalUrl: "https://medium.com/@mara/tides-and-timetables-3f2a1b4c5d6e",
    preview:
      "*Why the board is always wrong*\n\nThe ferry leaves *before* the tide does.\n\n![The harbour at dawn](file-0)\n\n```\n06:12 Husum\n```",
  })
  expect(posts.get("Fog")).toMatchObject({ isDraft: true, publishedAt: null })
})

it("reads members of Patreon as people to invite, each once, and names posts without a text", async () => {
  const members = await readAll(fixture("patreon-members.csv"), "Members.csv")
  expect(members).toMatchObject({ source: "patreon", posts: new Map() })
  expect(members.people).toEqual([
    { email: "jonas@mail.example", name: "Jonas Weber" },
    { email: "li@mail.example", name: "Li, Wei" },
  ])
  const { posts } = await readAll(fixture("patreon-posts.csv"), "posts.csv")
  expect(posts.get("Tides for patrons")).toMatchObject({ levelId: 3, problem: "noText", sourceId: "98765432" })
})

describe("a folder of Markdown", () => {
  const folder = () => zipOf("markdown", { "images/harbour.png": "png", "notes/tide.mp3": "mp3" })

  it("keeps its text, and takes files from the archive wherever they are named", async () => {
    const { source, posts } = await readAll(folder(), "site.zip")
    expect(source).toBe("markdown")
    expect(posts.get("Tides: and timetables")).toMatchObject({
      ...{ slug: "tides-and-timetables", publishedAt: "2018-06-07T00:00:00.000Z", tags: ["Ports", "Timetables"] },
      ...{ language: "en", canonicalUrl: "https://harbour.example/tides/", cover: 0 },
    })
    expect(posts.get("Tides: and timetables")?.files.map((file) => "path" in file && file.path)).toEqual([
      "images/harbour.png",
      "notes/tide.mp3",
    ])
    expect(posts.get("Tides: and timetables")?.preview).toBe(
      [
        "The ferry leaves *before* the tide does.",
        '![Two boats](file-0 "The harbour")',
        '![Once more](file-0 "Again")',
        "Line one\\\nline two, and `a < b`.",
        "[The board](https://tides.example/today) and [the sound](file-1).",
      ].join("\n\n"),
    )
  })

  it("has drafts without a date, parts for members, and files whose properties cannot be read", async () => {
    const { posts } = await readAll(folder(), "site.zip")
    expect(posts.get("Fog over the mole")).toMatchObject({ isDraft: true, notes: ["noDate"] })
    expect(posts.get("What the pilots say")).toMatchObject({
      ...{ levelId: 3, preview: "First lines.", gated: "Only members read this." },
    })
    expect(posts.get("notes/broken.md")).toMatchObject({ problem: "damaged" })
  })
})
