import { Effect } from "effect"
import { POST_LEVEL } from "#contract/publishing"
import { SubjectEvents } from "#core/kernel"
import { StoredFiles, Uploads } from "#core/media"
import { MediaAccess, MediaEvents, MediaFiles } from "#core/publishing"
import type { Reactor } from "#projections/runner"

/**
 * Notes in which posts files stand, from the newest version of each post: an older one that is handled late changes
 * nothing. Posts show only files of their own creator.
 */
export const attachMediaReactor = Effect.gen(function* () {
  const [access, files] = [yield* MediaAccess, yield* MediaFiles]
  const note = Effect.fnUntraced(function* (postId: string) {
    const { personId, publicIds, gatedIds, everIds, levelId } = yield* access.partsOf(postId)
    if (personId === null) return
    for (const mediaId of everIds) {
      const attachment = { personId, mediaId, postId }
      if (publicIds.has(mediaId)) yield* Effect.ignore(files.attach({ ...attachment, levelId: POST_LEVEL.everyone }))
      else if (gatedIds.has(mediaId)) yield* Effect.ignore(files.attach({ ...attachment, levelId }))
      else yield* files.detach(attachment)
    }
  })
  return {
    name: "attach_media",
    types: ["publishing.PostCreated.v1", "publishing.PostRevised.v1", "publishing.PostDeleted.v1"],
    from: "beginning",
    react: ({ data }) => Effect.runPromise(note((data as { readonly postId: string }).postId)),
  } satisfies Reactor
})

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
