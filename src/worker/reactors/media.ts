import { Effect } from "effect"
import { SubjectEvents } from "#core/kernel"
import { StoredFiles, Uploads } from "#core/media"
import { MediaEvents } from "#core/publishing"
import type { Reactor } from "#projections/runner"

/** Deletes the files and uploads of an erased person from all storage. */
export const eraseMediaReactor = Effect.gen(function* () {
  const [stored, uploads] = [yield* StoredFiles, yield* Uploads]
  return {
    name: "erase_media",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      await Effect.runPromise(Effect.andThen(uploads.forget(subjectId), stored.forget(subjectId)))
    },
  } satisfies Reactor
})

/** Deletes the bytes of a removed file, if the process that removed it ended before it could. */
export const removeMediaReactor = Effect.map(
  StoredFiles,
  (stored): Reactor => ({
    name: "remove_media",
    types: ["publishing.MediaRemoved.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const { mediaId } = MediaEvents.decodeSync(type, data)
      await Effect.runPromise(stored.remove(mediaId))
    },
  }),
)
