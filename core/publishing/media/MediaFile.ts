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
  /** The post that it stands in, and the level of the part. */
  readonly attached: { readonly postId: string; readonly levelId: number } | null
}

const initial: MediaState = {
  ...{ personId: null, isRemoved: false, attached: null, kind: "image", type: "", digest: "" },
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
      "publishing.MediaAttached.v1": ({ postId, levelId }) => ({ ...state, attached: { postId, levelId } }),
      "publishing.MediaDetached.v1": () => ({ ...state, attached: null }),
      "publishing.MediaRemoved.v1": () => ({ ...state, isRemoved: true, attached: null }),
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

/** Notes that one's own file stands in a post of one's own. It belongs to the first one until it is taken out of it. */
export const attachMedia =
  ({ personId, mediaId, postId, levelId, nowMs }: Attachment & { readonly levelId: number }): DecideMedia<NoMedia> =>
  (state) => {
    const { attached } = state
    if (!isOwn(state, personId)) return Result.fail(new NoMedia({}))
    if (attached !== null && attached.postId !== postId) return Result.fail(new NoMedia({}))
    if (attached?.levelId === levelId) return Result.succeed([])
    return Result.succeed([MediaAttached.make({ personId, mediaId, postId, levelId, attachedAt: formatIso(nowMs) })])
  }

/** Notes that a file does not stand in a post any more; idempotent. */
export const detachMedia =
  ({ personId, mediaId, postId, nowMs }: Attachment): DecideMedia<never> =>
  (state) =>
    Result.succeed(
      isOwn(state, personId) && state.attached?.postId === postId
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
