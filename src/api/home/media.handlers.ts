import { Effect, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { MediaFetcher, type OpenedMedia } from "#core/fetch"
import { sourceOf } from "#core/kernel"
import { findFeed, findItem } from "#projections/feeds"
import type { PlainKey } from "#src/i18n/index.ts"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { readImageUrl } from "#src/web/images/imageUrl.ts"
import { loadImage } from "#src/web/images/loadImage.ts"
import { partOf, readRange, writeRange } from "#src/web/media/byteRange.ts"
import { limitRelay } from "#src/web/media/limitRelay.ts"
import { Conflict, NotFound, RangeNotSatisfiable, refusal, Unavailable } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { media as mediaLimit } from "../limits.ts"
import { withheldAnswer } from "./withheldAnswer.ts"

/** Bytes of one part of an audio or video file: some minutes of it. Players request the next part. */
const PART_BYTES_MAX = 16 * 1024 * 1024
/** Bytes of a file that is sent as a whole. */
const WHOLE_BYTES_MAX = 512 * 1024 * 1024
/** Files that one process relays at once, in all and for one source (an IPv4 address, or the /64 of an IPv6 one). */
export const OPEN_MAX = 64
export const OPEN_PER_SOURCE_MAX = 8
const IMAGE_WIDTH = 640

type Kind = "audio" | "video"
type MediaRequest = {
  readonly payload: { readonly itemId: string; readonly url?: string }
  readonly headers: { readonly range?: string }
}
type ImageRequest = {
  readonly payload: {
    readonly itemId?: string
    readonly feedId?: string
    readonly url?: string
    readonly width?: number
  }
  readonly headers: { readonly range?: string }
}

/** Handlers of media.contract.ts; resolved once for the group. */
export const mediaHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const limited = yield* mediaLimit
  const fetcher = yield* MediaFetcher
  let open = 0
  const openBySource = new Map<string, number>()

  const takeSlot = Effect.acquireRelease(
    Effect.gen(function* () {
      const source = sourceOf((yield* CurrentCaller).address)
      const own = openBySource.get(source) ?? 0
      if (open >= OPEN_MAX || own >= OPEN_PER_SOURCE_MAX) return yield* refuse(Unavailable, "api.media.busy")
      open += 1
      openBySource.set(source, own + 1)
      return source
    }),
    (source) =>
      Effect.sync(() => {
        open -= 1
        const own = (openBySource.get(source) ?? 0) - 1
        if (own > 0) openBySource.set(source, own)
        else openBySource.delete(source)
      }),
  )

  const loadMedium = (kind: Kind) =>
    Effect.fn("loadMedium")(function* ({ payload, headers }: MediaRequest) {
      yield* limited
      const item = yield* findItem(payload.itemId).pipe(Effect.provide(services))
      const medium = item?.enclosures.find(
        ({ type, url }) => type?.startsWith(`${kind}/`) && (payload.url === undefined || payload.url === url),
      )
      if (medium === undefined) return yield* refuse(NotFound, `api.media.no.${kind}`)
      yield* takeSlot
      const requested = readRange(headers.range)
      const range = requested === undefined ? null : writeRange(requested, PART_BYTES_MAX)
      const opened = yield* fetcher
        .open({ url: medium.url, accept: `${kind}/*, */*;q=0.5`, range })
        .pipe(
          Effect.catch((error) =>
            error._tag === "HttpStatus" && error.status === 416
              ? refuse(RangeNotSatisfiable, "api.media.range")
              : refuse(Unavailable, "state.linkUnavailable"),
          ),
        )
      if (opened.status === 200 && (opened.length ?? 0) > WHOLE_BYTES_MAX)
        return yield* refuse(Conflict, "api.media.parts")
      if (opened.status === 206 && !CONTENT_RANGE.test(opened.contentRange ?? "")) {
        return yield* refuse(Unavailable, "state.linkUnavailable")
      }
      return relay(opened, typeOf(kind, opened.contentType, medium.type))
    })

  return {
    LoadAudio: loadMedium("audio"),
    LoadVideo: loadMedium("video"),

    LoadImage: Effect.fn("LoadImage")(function* ({ payload, headers }: ImageRequest) {
      yield* limited
      const picture = yield* pictureOf(payload)
      if (picture === null) return yield* refuse(NotFound, "api.media.no.image")
      const withheld = yield* withheldAnswer(picture.address)
      if (withheld !== null) return withheld
      const request = yield* HttpServerRequest.HttpServerRequest
      const format = request.headers["accept"]?.includes("image/webp") ? "webp" : "jpeg"
      const image = yield* loadImage(picture.address, picture.width, format)
      if (image === "missing") return yield* refuse(Unavailable, "state.linkUnavailable")
      if (image === "busy") return yield* refuse(Unavailable, "api.media.busy")
      const contentType = `image/${format}`
      const sent = readRange(headers.range)
      if (sent === undefined) return HttpServerResponse.uint8Array(image, { contentType })
      const part = partOf(sent, image.length)
      if (part === null) return yield* refuse(RangeNotSatisfiable, "api.media.range")
      return HttpServerResponse.uint8Array(image.subarray(part.first, part.last + 1), {
        status: 206,
        contentType,
        headers: { "content-range": `bytes ${part.first}-${part.last}/${image.length}` },
      })
    }, Effect.provide(services)),
  }
})

const CONTENT_RANGE = /^bytes \d{1,15}-\d{1,15}\/(?:\d{1,15}|\*)$/

/** The requested picture: of an item or a feed, or at an address that carries our signature. */
const pictureOf = Effect.fnUntraced(function* ({ itemId, feedId, url, width = IMAGE_WIDTH }: ImageRequest["payload"]) {
  if (url !== undefined) {
    const parsed = URL.parse(url, "http://own")
    return parsed?.host === "own" && parsed.pathname === "/img" ? readImageUrl(parsed.searchParams) : null
  }
  const address =
    itemId !== undefined
      ? (yield* findItem(itemId))?.imageUrl
      : feedId !== undefined
        ? (yield* findFeed(feedId))?.iconUrl
        : undefined
  return address ? { address, width } : null
})

/** A media type that browsers play or save, but never render: a file served as HTML is not relayed as HTML. */
const typeOf = (kind: Kind, served: string | null, declared: string | null): string =>
  [served, declared].find((type) => type !== null && SAFE_TYPE[kind].test(type)) ?? "application/octet-stream"

const SAFE_TYPE = { audio: /^audio\/[\w.+-]{1,60}$/i, video: /^video\/[\w.+-]{1,60}$/i }

const relay = ({ status, length, contentRange, body }: OpenedMedia, contentType: string) =>
  HttpServerResponse.stream(
    Stream.fromAsyncIterable(limitRelay(body, status === 206 ? PART_BYTES_MAX : WHOLE_BYTES_MAX), (error) => error),
    {
      status,
      contentType,
      ...(length === null ? {} : { contentLength: length }),
      headers: {
        ...(contentRange === null ? {} : { "content-range": contentRange }),
        // Browsers must not render a third party's file.
        "content-disposition": "attachment",
      },
    },
  )

type Refusal = new (fields: ReturnType<typeof refusal>) => Error

const refuse = Effect.fnUntraced(function* <R extends Refusal>(Refused: R, key: PlainKey) {
  const { locale } = yield* CurrentCaller
  return yield* Effect.fail(new Refused(refusal(translator(locale)(key))) as InstanceType<R>)
})
