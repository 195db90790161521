import { Effect } from "effect"
import { POST_LEVEL } from "#contract/publishing"
import { type Sql, SubjectEvents } from "#core/kernel"
import { StoredFiles, Uploads } from "#core/media"
import { MediaAccess, MediaEvents, MediaFiles } from "#core/publishing"
import { listMedia, MEDIA_PAGE_SIZE_MAX } from "#projections/publishing"
import { type Reactor, waitFor } from "#projections/runner"

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

/** How long the list of a person's files may take to be complete; later the event is tried again. */
const CAUGHT_UP_MS_MAX = 20_000

/** Deletes the files and uploads of an erased person from all storage, and what is listed about them. */
export const eraseMediaReactor = Effect.gen(function* () {
  const [stored, uploads, files] = [yield* StoredFiles, yield* Uploads, yield* MediaFiles]
  const services = yield* Effect.context<Sql>()

  const forgetAll = Effect.fnUntraced(function* (personId: string, position: number) {
    yield* uploads.forget(personId)
    yield* stored.forget(personId)
    if (!(yield* waitFor("media_files", position, CAUGHT_UP_MS_MAX)))
      return yield* Effect.die(new Error("the files of an erased person are not listed yet"))
    for (let before: string | undefined; ; ) {
      const page = yield* listMedia(personId, before)
      // A file that was removed in the meantime is no fault.
      for (const { mediaId } of page) yield* Effect.ignore(files.remove(personId, mediaId))
      before = page.at(-1)?.mediaId
      if (before === undefined || page.length < MEDIA_PAGE_SIZE_MAX) return
    }
  })

  return {
    name: "erase_media",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: ({ type, data, position }) =>
      Effect.runPromiseWith(services)(forgetAll(SubjectEvents.decodeSync(type, data).subjectId, position)),
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
