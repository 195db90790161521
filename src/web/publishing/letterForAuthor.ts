import { createHash } from "node:crypto"
import { Effect } from "effect"
import { withoutSlots } from "#core/mail"
import { AttachableMedia, mediaIdsOf } from "#core/publishing"
import { mediaResolver } from "../media/resolveMedia.ts"
import { type PostByMail, renderLetter } from "./renderLetter.ts"

/** A post as its author wrote it, and the reader that it is shown for. */
export type WrittenLetter = Omit<PostByMail, "gated" | "isLocked"> & {
  readonly gated: string
  /** Ids of Home/Levels. */
  readonly levelId: number
  readonly readerLevelId: number
  readonly personId: string
}

/**
 * The letter that readers of a level would get, for a frame on a page of its author, with the hashes of its styles for the
 * policy of that page. Pictures come by links of the author, because others may not load them yet.
 */
export const letterForAuthor = Effect.fn("letterForAuthor")(function* (written: WrittenLetter, locale: string) {
  const { gated, levelId, readerLevelId, personId, ...post } = written
  const isLocked = readerLevelId < levelId && gated.trim() !== ""
  const shown = isLocked ? post.preview : `${post.preview}\n\n${gated}`
  const mediaIds = mediaIdsOf(shown)
  const media = mediaIds.length === 0 ? [] : yield* (yield* AttachableMedia).find(personId, mediaIds)
  const letter = yield* renderLetter(
    { ...post, gated: isLocked ? null : gated, isLocked },
    locale,
    yield* mediaResolver(media, personId),
  )
  const html = withoutSlots(letter.html)
  return { subject: letter.subject, html, styles: stylesOf(html) }
})

/** Attributes as our letters write them; texts of others have no quotes and no `<` left. */
const STYLE = / style="([^"<>]*)"/g

const stylesOf = (html: string): ReadonlyArray<string> =>
  [...new Set([...html.matchAll(STYLE)].map(([, style = ""]) => style))].map(
    (style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  )
