import { readdirSync, readFileSync } from "node:fs"
import { POST_LEVEL, type PostLevel } from "#contract/publishing"
import { fieldsOf, listOf, piecesOf } from "./readContent.ts"

const CREATORS = new URL("./creators/", import.meta.url)
/** The line between the public and the gated part of a post. */
const GATED = "\n::: gated\n"

/** A creator of the demo with their posts, from `creators/<slug>.md`. */
export type DemoCreator = {
  readonly slug: string
  readonly name: string
  readonly subject: string
  /** The answer of the application. */
  readonly about: string
  readonly bio: string
  /** A BCP 47 tag. */
  readonly language: string
  readonly tags: ReadonlyArray<string>
  readonly posts: ReadonlyArray<DemoPost>
}
/** Texts are Markdown. */
export type DemoPost = {
  readonly title: string
  readonly levelId: PostLevel
  readonly tags: ReadonlyArray<string>
  readonly preview: string
  readonly gated: string
}

/** All creators of the demo, by slug. */
export const readCreators = (): ReadonlyArray<DemoCreator> =>
  readdirSync(CREATORS)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => readCreator(file.slice(0, -".md".length), readFileSync(new URL(file, CREATORS), "utf8")))

const readCreator = (slug: string, document: string): DemoCreator => {
  const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(document) ?? []
  const field = requiredIn(fieldsOf(front), `creators/${slug}.md`)
  return {
    slug,
    name: field("name"),
    subject: field("subject"),
    about: field("about"),
    bio: field("bio"),
    language: field("language"),
    tags: listOf(field("tags")),
    posts: piecesOf(body).map(({ title, text }) => {
      const [, fields = "", rest = ""] = /^(level: [^\n]*\ntags: [^\n]*)\n([\s\S]*)$/.exec(text) ?? []
      const ofPost = requiredIn(fieldsOf(fields), `"${title}" in creators/${slug}.md`)
      const levelId = Object.values(POST_LEVEL).find((each) => String(each) === ofPost("level"))
      if (levelId === undefined) throw new Error(`"${title}" in creators/${slug}.md has no level from 1 to 3`)
      const [preview = "", gated = ""] = rest.split(GATED)
      return { title, levelId, tags: listOf(ofPost("tags")), preview: preview.trim(), gated: gated.trim() }
    }),
  }
}

const requiredIn =
  (fields: ReadonlyMap<string, string>, place: string) =>
  (name: string): string => {
    const value = fields.get(name)
    if (value === undefined) throw new Error(`${place} has no ${name}`)
    return value
  }
