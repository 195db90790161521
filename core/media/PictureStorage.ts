import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"
import { folderStorage } from "./storage/folderStorage.ts"
import type { Storage } from "./storage/Storage.ts"
import { s3Storage } from "./storage/s3Storage.ts"

/** The storage of pictures and of files in messages: the configured bucket, or a folder of this machine. */
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
