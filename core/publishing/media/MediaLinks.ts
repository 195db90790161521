import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"

/** How long a link works. */
export const LINK_MS_MAX = 6 * 3_600_000
/** Links made within this time are the same, so that browsers can cache what is behind them. */
const STEP_MS = 1_800_000
const KEY_BYTES = 32
/** A digest of 32 bytes in base64url. */
const SIGNATURE = /^[\w-]{43}$/
const EXPIRY = /^\d{1,12}$/

/** Who a link is for: a person by their id, or a feed by the digest of its token. */
export type LinkReader = { readonly personId: string } | { readonly feed: string }

/** What a link says; null where it says nothing. */
export type LinkClaim = { readonly expires: string | null; readonly signature: string | null }

/** Signed addresses of files. They stop copied links; the level is checked again at each request. */
export class MediaLinks extends Context.Service<
  MediaLinks,
  {
    /** The address of a file for everyone: stable and without a signature. */
    publicPath(mediaId: string, name: string): string
    /** The address of a file for one reader, for at most LINK_MS_MAX. */
    signedPath(mediaId: string, name: string, reader: LinkReader): Effect.Effect<string>
    /** Whether a link was made for this file and reader, and has not expired. */
    verify(mediaId: string, reader: LinkReader, claim: LinkClaim): Effect.Effect<boolean>
  }
>()("core/publishing/MediaLinks") {
  static readonly layer = Layer.effect(
    MediaLinks,
    Effect.map(AppConfig, ({ masterKey }) => {
      const key = Buffer.from(hkdfSync("sha256", Redacted.value(masterKey), "", "quire: links to media", KEY_BYTES))
      const sign = (mediaId: string, expires: string, reader: LinkReader) => {
        const who = "feed" in reader ? `feed ${reader.feed}` : `person ${reader.personId}`
        return createHmac("sha256", key).update(`${mediaId}\n${expires}\n${who}`).digest("base64url")
      }
      const publicPath = (mediaId: string, name: string) => `/media/${mediaId}/${encodeURIComponent(name)}`
      return MediaLinks.of({
        publicPath,
        signedPath: (mediaId, name, reader) =>
          Effect.map(Clock.currentTimeMillis, (nowMs) => {
            const expires = String((Math.floor(nowMs / STEP_MS) * STEP_MS + LINK_MS_MAX) / 1000)
            const query = new URLSearchParams({ e: expires, s: sign(mediaId, expires, reader) })
            return `${publicPath(mediaId, name)}?${query}`
          }),
        verify: (mediaId, reader, { expires, signature }) =>
          Effect.map(Clock.currentTimeMillis, (nowMs) => {
            if (expires === null || signature === null) return false
            if (!EXPIRY.test(expires) || !SIGNATURE.test(signature)) return false
            const leftMs = Number(expires) * 1000 - nowMs
            if (leftMs <= 0 || leftMs > LINK_MS_MAX) return false
            return timingSafeEqual(Buffer.from(sign(mediaId, expires, reader)), Buffer.from(signature))
          }),
      })
    }),
  )
}
