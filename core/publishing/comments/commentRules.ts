import { createHash } from "node:crypto"
import { Result } from "effect"
import { stripBidiControls } from "#core/kernel"
import { COMMENT_LENGTH_MAX, type HeldReason, TRUSTED_AFTER_COMMENTS } from "./limits.ts"
import type { CommentRecord } from "./ports.ts"
import { UnfitComment } from "./refusals.ts"

/** Characters that PostgreSQL refuses, and blanks at the end of lines. */
const UNSTORABLE = /[\0]/g

/** The text as it is stored: without bidi controls, or the refusal. Line breaks stay. */
export const readComment = (text: string): Result.Result<string, UnfitComment> => {
  const fit = stripBidiControls(text).replaceAll("\r\n", "\n").replace(UNSTORABLE, "").trim()
  if (fit === "") return Result.fail(new UnfitComment({ problem: "empty" }))
  if ([...fit].length > COMMENT_LENGTH_MAX) return Result.fail(new UnfitComment({ problem: "long" }))
  return Result.succeed(fit)
}

/** Identifies a text in spite of other spaces and capitals. */
export const digestOf = (text: string): string =>
  createHash("sha256").update(text.toLowerCase().split(/\s+/).join(" ").trim()).digest("base64url").slice(0, 22)

/** Anything that readers could follow, with or without a scheme. */
const LINK = /https?:\/\/|www\.|\b[a-z0-9-]{1,63}\.(?:com|net|org|info|biz|io|ru|cn|xyz|top|shop|click|link)\b/i

/** Why a comment waits for review; null if it is shown at once. Creators and supporters never wait. */
export const heldReasonOf = (
  text: string,
  isTrusted: boolean,
  { shown, repeats }: CommentRecord,
): HeldReason | null => {
  if (isTrusted) return null
  if (repeats > 0) return "repeat"
  if (shown === 0) return "newcomer"
  return shown < TRUSTED_AFTER_COMMENTS && LINK.test(text) ? "links" : null
}
