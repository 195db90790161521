import { join } from "node:path"
import { Effect, Semaphore } from "effect"
import { Fetcher } from "#core/feeds"
import { AppConfig } from "#core/kernel"
import { ImageCache } from "./ImageCache.ts"
import { type ImageFormat, resizeImage } from "./resizeImage.ts"

/** Pictures that are fetched and resized at once. */
const AT_ONCE_MAX = 4
const IMAGE_ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml,image/*;q=0.8"

const held: { cache?: ImageCache } = {}
const gate = Semaphore.makeUnsafe(AT_ONCE_MAX)
const underWay = new Map<string, Promise<Buffer | null>>()

/** A publisher's picture in one width: from the cache, else fetched through the same guard as feeds. Null where it cannot be had. */
export const loadImage = Effect.fn("loadImage")(function* (address: string, width: number, format: ImageFormat) {
  const { dataDirectory } = yield* AppConfig
  held.cache ??= new ImageCache(join(dataDirectory, "images"))
  const { cache } = held
  const key = `${format} ${width} ${address}`
  const kept = yield* Effect.promise(() => cache.read(key))
  if (kept !== null) return kept
  const services = yield* Effect.context<Fetcher>()
  return yield* Effect.promise(() => {
    const running = underWay.get(key)
    if (running !== undefined) return running
    const made = Effect.runPromise(
      make(address, width, format).pipe(Semaphore.withPermits(gate, 1), Effect.provide(services)),
    )
      .then(async (bytes) => {
        if (bytes !== null) await cache.write(key, bytes)
        return bytes
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  })
})

const make = (address: string, width: number, format: ImageFormat) =>
  Effect.gen(function* () {
    const { fetchDocument } = yield* Fetcher
    const document = yield* fetchDocument({ url: address, accept: IMAGE_ACCEPT })
    return yield* Effect.tryPromise(() => resizeImage(document.bytes, width, format))
  }).pipe(
    Effect.catch((error) =>
      Effect.as(Effect.logDebug("picture not to be had", { address, error: String(error) }), null),
    ),
  )
