import { MediaEvents } from "#core/publishing"
import { type Change, makeProjection, on, patch, put, remove } from "#projections/runner"
import { type MediaFileRow, mediaFile } from "./mediaTables.ts"

/** The files of creators, for their lists and for rendering posts. */
export const mediaFiles = makeProjection({
  name: "media_files",
  version: 1,
  byStream: true,
  tables: [mediaFile],
  handlers: [
    on(MediaEvents, {
      "publishing.MediaReceived.v1": ({ mediaId, personId, name, durationMs, receivedAt, _tag, ...file }) =>
        // Its person was erased, and so were the bytes.
        name === null
          ? []
          : [
              put(mediaFile, {
                ...file,
                media_id: mediaId,
                person_id: personId,
                name,
                duration_ms: durationMs,
                post_id: null,
                level_id: null,
                received_at: receivedAt,
              }),
            ],
      "publishing.MediaAttached.v1": ({ mediaId, postId, levelId }) =>
        changed(mediaId, { post_id: postId, level_id: levelId }),
      "publishing.MediaDetached.v1": ({ mediaId }) => changed(mediaId, { post_id: null, level_id: null }),
      "publishing.MediaRemoved.v1": ({ mediaId }) => [remove(mediaFile, [mediaId])],
    }),
  ],
})

const changed = (mediaId: string, change: Partial<MediaFileRow>): ReadonlyArray<Change> => [
  patch(mediaFile, [mediaId], (row) => ({ ...row, ...change })),
]
