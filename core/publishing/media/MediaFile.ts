import { Result } from "effect"
import { type Aggregate, type Decide, formatIso } from "#core/kernel"
import type { ReceivedFile } from "#core/media"
import { MediaAttached, MediaDetached, MediaEvent, MediaEvents, MediaReceived, MediaRemoved } from "./events.ts"
import { NoMedia } from "./refusals.ts"

/** A file of a creator, without its name. */
export type MediaState = Omit<ReceivedFile, "mediaId" | "personId" | "name" | "codecs"> & {
  /** Null before it was accepted. */
  readonly personId: string | null
  readonly isRemoved: boolean
  /** The posts that it stands in, published or not. */
  readonly postIds: ReadonlyArray<string>
}

/** Posts that one file can stand in, such as the jingle of a podcast. */
const MEDIA_POSTS_MAX = 1_000

const initial: MediaState = {
  ...{ personId: null, isRemoved: false, postIds: [], kind: "image", type: "", digest: "" },
  ...{ bytes: 0, width: null, height: null, durationMs: null },
}

/** A file of a creator, by its id. */
export const MediaFile: Aggregate<MediaState, MediaEvent> = {
  category: "media",
  events: MediaEvents,
  initial,
  evolve: (state, event) =>
    MediaEvent.match(event, {
      "publishing.MediaReceived.v1": ({
        personId,
        kind,
        type,
        digest,
        bytes,
        width,
        height,
        durationMs,
      }): MediaState => ({
        ...state,
        ...{ personId, kind, type, digest, bytes, width, height, durationMs },
      }),
      "publishing.MediaAttached.v1": ({ postId }) => ({
        ...state,
        postIds: [...state.postIds.filter((each) => each !== postId), postId],
      }),
      "publishing.MediaDetached.v1": ({ postId }) => ({
        ...state,
        postIds: state.postIds.filter((each) => each !== postId),
      }),
      "publishing.MediaRemoved.v1": () => ({ ...state, isRemoved: true, postIds: [] }),
    }),
}

type DecideMedia<Refusal> = Decide<MediaState, MediaEvent, Refusal>

/** Accepts an examined file; idempotent. */
export const receiveMedia =
  ({ mediaId, personId, ...file }: ReceivedFile, nowMs: number): DecideMedia<never> =>
  (state) =>
    Result.succeed(
      state.personId === null ? [MediaReceived.make({ mediaId, personId, ...file, receivedAt: formatIso(nowMs) })] : [],
    )

type Attachment = {
  readonly personId: string
  readonly mediaId: string
  readonly postId: string
  readonly nowMs: number
}

/** Notes that one's own file stands in a post of one's own; idempotent. */
export const attachMedia =
  ({ personId, mediaId, postId, levelId, nowMs }: Attachment & { readonly levelId: number }): DecideMedia<NoMedia> =>
  (state) => {
    if (!isOwn(state, personId)) return Result.fail(new NoMedia({}))
    if (state.postIds.includes(postId) || state.postIds.length >= MEDIA_POSTS_MAX) return Result.succeed([])
    return Result.succeed([MediaAttached.make({ personId, mediaId, postId, levelId, attachedAt: formatIso(nowMs) })])
  }

/** Notes that a file does not stand in a post any more; idempotent. */
export const detachMedia =
  ({ personId, mediaId, postId, nowMs }: Attachment): DecideMedia<never> =>
  (state) =>
    Result.succeed(
      isOwn(state, personId) && state.postIds.includes(postId)
        ? [MediaDetached.make({ personId, mediaId, postId, detachedAt: formatIso(nowMs) })]
        : [],
    )

/** Deletes one's own file; idempotent. */
export const removeMedia =
  ({ personId, mediaId, nowMs }: Omit<Attachment, "postId">): DecideMedia<NoMedia> =>
  (state) => {
    if (state.personId !== personId) return Result.fail(new NoMedia({}))
    if (state.isRemoved) return Result.succeed([])
    return Result.succeed([MediaRemoved.make({ personId, mediaId, removedAt: formatIso(nowMs) })])
  }

const isOwn = (state: MediaState, personId: string): boolean => state.personId === personId && !state.isRemoved
