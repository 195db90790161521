import { Effect } from "effect"
import { reencodePicture } from "#core/media"
import { AttachmentTooLarge, NotAttachable } from "../refusals.ts"
import { ATTACHMENT_BYTES_MAX } from "../ticketRules.ts"

export type ReadAttachment = {
  readonly mediaType: "image/webp" | "application/pdf" | "text/plain"
  readonly bytes: Uint8Array
}

/**
 * Decides by its bytes alone what an uploaded file is. Pictures are encoded again, without metadata and without anything
 * behind them. PDF and plain text are kept as they are, and are only ever given out as downloads. Markup is refused,
 * because browsers and mail programs may run it.
 */
export const readAttachment = Effect.fn("readAttachment")(function* (bytes: Uint8Array) {
  if (bytes.length === 0) return yield* new NotAttachable({})
  if (bytes.length > ATTACHMENT_BYTES_MAX) return yield* new AttachmentTooLarge({})
  if (isPdf(bytes)) return { mediaType: "application/pdf", bytes } satisfies ReadAttachment
  if (isPlainText(bytes)) return { mediaType: "text/plain", bytes } satisfies ReadAttachment
  const picture = yield* reencodePicture(bytes).pipe(
    Effect.mapError(({ _tag }) => (_tag === "PictureTooLarge" ? new AttachmentTooLarge({}) : new NotAttachable({}))),
  )
  return { mediaType: "image/webp", bytes: picture.full } satisfies ReadAttachment
})

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-"

/** UTF-8 without control characters that no log has. */
const isPlainText = (bytes: Uint8Array): boolean => {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return false
  }
  for (const [control] of text.matchAll(/\p{Cc}/gu)) if (!LOG_CONTROLS.includes(control)) return false
  return !/^\s*<[!?a-z]/i.test(text.slice(0, MARKUP_LENGTH_MAX))
}

/** White space, and ESC, which colours the lines of many logs. */
const LOG_CONTROLS = "\t\n\v\f\r\u001b"

/** White space before the first tag. */
const MARKUP_LENGTH_MAX = 4_096
