import { join } from "node:path"
import { Clock, Effect, Semaphore } from "effect"
import { Fetcher } from "#core/fetch"
import { AppConfig } from "#core/kernel"
import { ImageCache } from "./ImageCache.ts"
import type { ImageFormat, resizeImage as ResizeImage } from "./resizeImage.ts"

/** How long a missing picture is not fetched again. */
export const MISSING_MS = 600_000
const MISSING_MAX = 10_000

/** Addresses without a picture. Beyond the limit the oldest are dropped. */
export class Missing {
  private readonly untilMs = new Map<string, number>()

  has(address: string, nowMs: number): boolean {
    return (this.untilMs.get(address) ?? 0) > nowMs
  }

  add(address: string, nowMs: number): void {
    this.untilMs.delete(address)
    this.untilMs.set(address, nowMs + MISSING_MS)
    const [oldest] = this.untilMs.keys()
    if (this.untilMs.size > MISSING_MAX && oldest !== undefined) this.untilMs.delete(oldest)
  }
}

/** Pictures resized at once: each may take 160 MB. */
const RESIZED_AT_ONCE_MAX = 2
/** Pictures being fetched or waiting; further requests get "busy". */
export const WAITING_MAX = 200
const IMAGE_ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml,image/*;q=0.8"

const resizing = Semaphore.makeUnsafe(RESIZED_AT_ONCE_MAX)
const inFlight = new Map<string, Promise<LoadedImage>>()
const missing = new Missing()
const held: { cache?: ImageCache } = {}

/** The bytes; or why there are none. */
export type LoadedImage = Buffer | "missing" | "busy"

/**
 * Loads a publisher's picture in one width: from the cache, else fetched through the same guard as feeds. Concurrent
 * requests for a picture share one fetch, and missing pictures are not fetched again for a while.
 */
export const loadImage = Effect.fn("loadImage")(function* (address: string, width: number, format: ImageFormat) {
  const { dataDirectory } = yield* AppConfig
  held.cache ??= new ImageCache(join(dataDirectory, "images"))
  const { cache } = held
  const key = `${format} ${width} ${address}`
  const cached = yield* Effect.promise(() => cache.read(key))
  if (cached !== null) return cached
  const nowMs = yield* Clock.currentTimeMillis
  if (missing.has(address, nowMs)) return "missing"
  if (!inFlight.has(key) && inFlight.size >= WAITING_MAX) return "busy"
  const making = make(address, width, format).pipe(Effect.provide(yield* Effect.context<Fetcher>()))
  return yield* Effect.promise(() => inFlight.get(key) ?? start())

  function start(): Promise<LoadedImage> {
    const made = Effect.runPromise(making)
      .then(async (image) => {
        if (typeof image === "string") missing.add(address, nowMs)
        else await cache.write(key, image)
        return image
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, made)
    return made
  }
})

const make = (address: string, width: number, format: ImageFormat): Effect.Effect<LoadedImage, never, Fetcher> =>
  Effect.gen(function* () {
    const { fetchDocument } = yield* Fetcher
    const { bytes } = yield* fetchDocument({ url: address, accept: IMAGE_ACCEPT })
    return yield* Effect.tryPromise(() => resize(bytes, width, format)).pipe(resizing.withPermits(1))
  }).pipe(
    Effect.catch((error) =>
      Effect.as(Effect.logDebug("picture not to be had", { address, error: String(error) }), "missing" as const),
    ),
  )

/** sharp takes 20 MB of memory, so it is loaded with the first picture. */
const resize = async (...given: Parameters<typeof ResizeImage>) =>
  (await import("./resizeImage.ts")).resizeImage(...given)
