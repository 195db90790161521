import { readdirSync, readFileSync } from "node:fs"

const CONTENT = new URL("./content/", import.meta.url)

/** One site of the demo publisher with all its content, from `content/<slug>.md`. */
export type DemoFeed = {
  readonly slug: string
  readonly title: string
  readonly tagline: string
  /** One paragraph for the site's home page. */
  readonly about: string
  /** A BCP 47 tag. */
  readonly language: string
  /** The site's IANA time zone. */
  readonly timeZone: string
  readonly kind: FeedKind
  readonly format: "rss" | "atom" | "json"
  /** Whether the document contains full texts or only summaries. */
  readonly carries: "whole" | "summary"
  /** How a reader that only knows the page discovers the document: by a link tag, or by trying `feed.xml` beside it. */
  readonly foundBy: "link" | "well-known"
  readonly author: string
  readonly categories: ReadonlyArray<string>
  /** Quick sites post a short note every half hour, slow ones every four hours. */
  readonly pace: "quick" | "slow"
  /** Duration of its items' recording or film, if any. */
  readonly seconds: number | undefined
  readonly articles: ReadonlyArray<Article>
  readonly notes: ReadonlyArray<Note>
  readonly stream: Stream
}

export type FeedKind = "article" | "newsletter" | "podcast" | "video"
/** `key` becomes part of a GUID and never changes once published. Texts are Markdown. */
export type Article = Note & { readonly key: string; readonly tags: ReadonlyArray<string> }
export type Note = { readonly title: string; readonly text: string }

/**
 * A generator of short notes. Each note uses one part of each list. The lengths of the lists are coprime, so a pair of
 * parts repeats only after all others. `title` refers to parts as `{a}` and `{b}`; see `fillIn` of stream.ts for the
 * other placeholders.
 */
export type Stream = {
  readonly title: string
  /** A label for the title and a sentence for the text. */
  readonly a: ReadonlyArray<readonly [label: string, sentence: string]>
  readonly b: ReadonlyArray<readonly [label: string, sentence: string]>
  /** Closing sentences of a note. */
  readonly c: ReadonlyArray<string>
}

/** All sites, by slug. */
export const readContent = (): ReadonlyArray<DemoFeed> =>
  readdirSync(CONTENT)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => readFeed(file.slice(0, -".md".length), readFileSync(new URL(file, CONTENT), "utf8")))

const readFeed = (slug: string, document: string): DemoFeed => {
  const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(document) ?? []
  const head = fieldsOf(front)
  const field = (name: string): string => {
    const value = head.get(name)
    if (value === undefined) throw new Error(`content/${slug}.md has no ${name}`)
    return value
  }
  const pieces = piecesOf(body)
  const notes = pieces.filter(({ title }) => title !== STREAM)
  return {
    slug,
    title: field("title"),
    tagline: field("tagline"),
    about: field("about"),
    language: field("language"),
    timeZone: field("timeZone"),
    kind: field("kind") as FeedKind,
    format: field("format") as DemoFeed["format"],
    carries: field("carries") as DemoFeed["carries"],
    foundBy: field("foundBy") as DemoFeed["foundBy"],
    author: field("author"),
    categories: listOf(field("categories")),
    pace: field("pace") as DemoFeed["pace"],
    seconds: head.has("seconds") ? Number(field("seconds")) : undefined,
    articles: notes.flatMap(({ title, text }) => {
      const [, fields = "", rest = ""] = /^(key: [^\n]*\ntags: [^\n]*)\n([\s\S]*)$/.exec(text) ?? []
      const { key, tags } = Object.fromEntries(fieldsOf(fields))
      return key === undefined ? [] : [{ key, title, tags: listOf(tags ?? ""), text: rest.trim() }]
    }),
    notes: notes.filter(({ text }) => !text.startsWith("key: ")),
    stream: readStream(field("stream"), pieces.find(({ title }) => title === STREAM)?.text ?? ""),
  }
}

/** The heading of the lists for generated notes. */
const STREAM = "Stream"

const readStream = (title: string, text: string): Stream => {
  const linesOf = (name: string) =>
    (text.split(`## ${name}\n`)[1]?.split("\n## ")[0] ?? "")
      .split("\n")
      .filter((line) => line.startsWith("- "))
      .map((line) => line.slice(2))
  const pairs = (name: string) =>
    linesOf(name).map((line) => {
      const [label = "", sentence = ""] = line.split(" | ")
      return [label, sentence] as const
    })
  return { title, a: pairs("a"), b: pairs("b"), c: linesOf("c") }
}

/** The fields of front matter, `name: value` on each line. */
export const fieldsOf = (lines: string): ReadonlyMap<string, string> =>
  new Map(lines.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]))

/** A list of texts separated by commas. */
export const listOf = (text: string): ReadonlyArray<string> => text.split(",").map((each) => each.trim())

/** The sections of a document below its headings of the first level; ignores headings inside code. */
export const piecesOf = (body: string): ReadonlyArray<Note> => {
  const pieces: Array<{ title: string; lines: Array<string> }> = []
  let isCode = false
  for (const line of body.split("\n")) {
    if (line.startsWith("~~~")) isCode = !isCode
    if (line.startsWith("# ") && !isCode) pieces.push({ title: line.slice(2), lines: [] })
    else pieces.at(-1)?.lines.push(line)
  }
  return pieces.map(({ title, lines }) => ({ title, text: lines.join("\n").trim() }))
}
