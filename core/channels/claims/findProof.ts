import { Parser } from "htmlparser2"
import type { ProofPlace } from "./events.ts"

/** What is looked for: the code of a person for a feed, or a link to their page here. */
export type ExpectedProof = { readonly code: string; readonly profileUrl: string }

/** What the publisher's own places say. */
export type ProofSources = {
  /** The description that the feed gives itself. */
  readonly description: string
  /** The page that the feed says it belongs to, as HTML. */
  readonly page: string
  /** TXT records of its host. */
  readonly records: ReadonlyArray<string>
}

export const META_NAME = "quire-verification"
const DESCRIPTIONS = new Set(["description", "og:description"])

/**
 * Where a publisher says that a feed is this person's, or null. Only places that strangers cannot write into count: a code
 * in a comment below an article proves nothing, nor does a link in it, because such links do not say `rel="me"`.
 */
export const findProof = (
  { code, profileUrl }: ExpectedProof,
  { description, page, records }: ProofSources,
): ProofPlace | null => {
  if (description.includes(code)) return "description"
  const found = new Set<ProofPlace>()
  const parser = new Parser({
    onopentag: (name, { name: key = "", property = "", content = "", rel = "", href = "" }) => {
      if (name === "meta" && key === META_NAME && content.trim() === code) found.add("meta")
      if (name === "meta" && DESCRIPTIONS.has((key || property).toLowerCase()) && content.includes(code))
        found.add("description")
      if ((name === "a" || name === "link") && isMe(rel) && isSame(href, profileUrl)) found.add("relMe")
    },
  })
  parser.end(page)
  const [place] = found
  return place ?? (records.some((record) => record.trim() === `${META_NAME}=${code}`) ? "dns" : null)
}

const isMe = (rel: string): boolean => rel.toLowerCase().split(/\s+/).includes("me")

const isSame = (href: string, wanted: string): boolean => {
  const [one, other] = [URL.parse(href.trim()), URL.parse(wanted)]
  return one !== null && one.origin === other?.origin && one.pathname.replace(/\/$/, "") === other.pathname
}
