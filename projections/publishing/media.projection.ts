import { MediaEvents } from "#core/publishing"
import { type Change, makeProjection, on, patch, put, remove } from "#projections/runner"
import { mediaFile } from "./mediaTables.ts"

/** The files of creators, for their lists and for rendering posts. */
export const mediaFiles = makeProjection({
  name: "media_files",
  version: 2,
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
                post_ids: [],
                received_at: receivedAt,
              }),
            ],
      "publishing.MediaAttached.v1": ({ mediaId, postId }) =>
        inPosts(mediaId, (postIds) => [...without(postIds, postId), postId]),
      "publishing.MediaDetached.v1": ({ mediaId, postId }) => inPosts(mediaId, (postIds) => without(postIds, postId)),
      "publishing.MediaRemoved.v1": ({ mediaId }) => [remove(mediaFile, [mediaId])],
    }),
  ],
})

const inPosts = (
  mediaId: string,
  change: (postIds: ReadonlyArray<string>) => ReadonlyArray<string>,
): ReadonlyArray<Change> => [patch(mediaFile, [mediaId], (row) => ({ ...row, post_ids: change(row.post_ids) }))]

const without = (postIds: ReadonlyArray<string>, postId: string) => postIds.filter((each) => each !== postId)
