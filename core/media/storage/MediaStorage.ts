import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"
import { folderStorage } from "./folderStorage.ts"
import type { Storage } from "./Storage.ts"
import { type Bucket, s3Storage } from "./s3Storage.ts"

/** Where media files are: in a form that can be sent to a thread. */
export type MediaPlace = { readonly directory: string } | { readonly bucket: Bucket }

/** Files of media are apart from pictures: in a folder, or under a prefix, of their own. */
const FOLDER = "media"

/** Opens a storage: the bucket, or a folder of the directory. */
export const openStorage = (place: MediaPlace, folder: string): Storage =>
  "bucket" in place ? s3Storage(place.bucket) : folderStorage(place.directory, folder)

export const openMediaStorage = (place: MediaPlace): Storage => openStorage(place, FOLDER)

/** The storage of audio, video and pictures of posts: the configured bucket, or a folder of this machine. */
export class MediaStorage extends Context.Service<MediaStorage, Storage & { readonly place: MediaPlace }>()(
  "core/media/MediaStorage",
) {
  static readonly layer = Layer.effect(
    MediaStorage,
    Effect.map(AppConfig, ({ s3Url, s3Region, s3Key, dataDirectory }) => {
      const place: MediaPlace =
        s3Url === undefined || s3Key === undefined
          ? { directory: dataDirectory }
          : { bucket: { url: s3Url, region: s3Region, key: Redacted.value(s3Key), prefix: `${FOLDER}/` } }
      return { ...openMediaStorage(place), place }
    }),
  )
}

/** The name of a stored file, spread over 256 folders by the random end of its id. */
export const fileNameOf = (mediaId: string): string => `${mediaId.slice(-2)}/${mediaId}`

/** The name of a part of an unfinished upload. `nonce` keeps two requests for the same offset apart. */
export const partNameOf = (mediaId: string, first: number, nonce: string): string =>
  `parts/${mediaId.slice(-2)}/${mediaId}-${first}-${nonce}`
