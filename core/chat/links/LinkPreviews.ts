import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import { decodeText, Fetcher } from "#core/fetch"
import { type LinkPreview, PREVIEW_BYTES_MAX, readLinkPreview } from "./readLinkPreview.ts"

/** Previews that a process keeps, and how long: one that a room shows is asked for by everybody in it. */
const KEPT_MAX = 2_000
const KEPT_MS = 3_600_000
const MISSING_MS = 600_000
const ACCEPT = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

const LESS_THAN = 0x3c
/** Of a long page so much as is read, and no half character: it ends before a tag. */
const beginningOf = (bytes: Uint8Array): Uint8Array =>
  bytes.length <= PREVIEW_BYTES_MAX ? bytes : bytes.subarray(0, bytes.lastIndexOf(LESS_THAN, PREVIEW_BYTES_MAX))

/** How pages introduce themselves to which messages lead, fetched through the same guard as feeds. */
export class LinkPreviews extends Context.Service<
  LinkPreviews,
  {
    /** Null where there is no such page, it cannot be fetched, it does not say what it is, or asks not to be shown so. */
    of(url: string): Effect.Effect<LinkPreview | null>
  }
>()("core/chat/LinkPreviews") {
  static readonly layer = Layer.effect(
    LinkPreviews,
    Effect.gen(function* () {
      const fetcher = yield* Fetcher
      const read = Effect.fn("LinkPreviews.read")(
        function* (url: string) {
          const document = yield* fetcher.fetchDocument({ url, accept: ACCEPT })
          const { contentType, robotsTag, finalUrl, bytes } = document
          if (document.status !== 200 || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? ""))
            return null
          if (/\b(?:nosnippet|none)\b/i.test(robotsTag ?? "")) return null
          const { text } = decodeText(beginningOf(bytes), contentType)
          return readLinkPreview(text, finalUrl)
        },
        Effect.catch(() => Effect.succeed(null)),
      )
      const cache = yield* Cache.makeWith(read, {
        capacity: KEPT_MAX,
        timeToLive: (exit) => Duration.millis(Exit.isSuccess(exit) && exit.value !== null ? KEPT_MS : MISSING_MS),
      })
      return LinkPreviews.of({ of: (url) => Cache.get(cache, url) })
    }),
  )
}
