import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"
import { openStorage, type Storage } from "#core/media"

const FOLDER = "identity"

/** The sealed documents: in the configured bucket, or in a folder of this machine. Without their keys they say nothing. */
export class DocumentStorage extends Context.Service<DocumentStorage, Storage>()("core/identity/DocumentStorage") {
  static readonly layer = Layer.effect(
    DocumentStorage,
    Effect.map(AppConfig, ({ s3Url, s3Region, s3Key, dataDirectory }) =>
      openStorage(
        s3Url === undefined || s3Key === undefined
          ? { directory: dataDirectory }
          : { bucket: { url: s3Url, region: s3Region, key: Redacted.value(s3Key), prefix: `${FOLDER}/` } },
        FOLDER,
      ),
    ),
  )
}

/** The name of a sealed document, spread over 256 folders by the random end of its id. */
export const sealedNameOf = (docId: string): string => `${docId.slice(-2)}/${docId}`
