import { Effect, Layer } from "effect"
import type { Sql } from "#core/kernel"
import { AttachableMedia } from "#core/publishing"
import { findOwnMedia } from "./mediaFiles.ts"

/** The files that posts may show, from the read model. */
export const attachableMediaLayer = Layer.effect(
  AttachableMedia,
  Effect.map(Effect.context<Sql>(), (services) => ({
    find: (personId: string, mediaIds: ReadonlyArray<string>) =>
      findOwnMedia(personId, mediaIds).pipe(
        Effect.map((files) =>
          files.map(({ mediaId, kind, width, height, durationMs }) => {
            return { mediaId, kind, width, height, durationMs }
          }),
        ),
        Effect.provide(services),
      ),
  })),
)
