import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import { decodeText, Fetcher } from "#core/fetch"
import { type LinkPreview, PREVIEW_BYTES_MAX, readLinkPreview } from "./readLinkPreview.ts"

/** Previews cached per process, and for how long. Everyone in a room asks for the same one. */
const KEPT_MAX = 2_000
const KEPT_MS = 3_600_000
const MISSING_MS = 600_000
const ACCEPT = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

const LESS_THAN = 0x3c
/** The part of a long page that is read, cut before a tag so that no character is split. */
const beginningOf = (bytes: Uint8Array): Uint8Array =>
  bytes.length <= PREVIEW_BYTES_MAX ? bytes : bytes.subarray(0, bytes.lastIndexOf(LESS_THAN, PREVIEW_BYTES_MAX))

/** Link previews, fetched through the same guard as feeds. */
export class LinkPreviews extends Context.Service<
  LinkPreviews,
  {
    /** Null if the page is missing, cannot be fetched, has no title or forbids snippets. */
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
