import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"
import { folderStorage } from "./folderStorage.ts"
import type { Storage } from "./Storage.ts"
import { s3Storage } from "./s3Storage.ts"

/** Where pictures are kept: in a bucket where one is configured, else in a folder of this machine. */
export class PictureStorage extends Context.Service<PictureStorage, Storage>()("core/media/PictureStorage") {
  static readonly layer = Layer.effect(
    PictureStorage,
    Effect.map(AppConfig, ({ s3Url, s3Region, s3Key, dataDirectory }) =>
      s3Url === undefined || s3Key === undefined
        ? folderStorage(dataDirectory)
        : s3Storage({ url: s3Url, region: s3Region, key: Redacted.value(s3Key) }),
    ),
  )
}
