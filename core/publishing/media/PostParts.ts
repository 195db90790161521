import type { Aggregate } from "#core/kernel"
import { POST_LEVEL } from "../limits.ts"
import { mediaIdsOf } from "../markdown/mediaIdsOf.ts"
import { PostEvent, PostEvents } from "../posts/events.ts"

/** Which files stand in which part of a post. Without its texts, because this is kept in memory for many posts. */
export type PostPartsState = {
  readonly personId: string | null
  readonly channelId: number | null
  readonly isPublished: boolean
  /** The level of the gated part; 1 once the post has opened for everyone. */
  readonly levelId: number
  readonly publicIds: ReadonlySet<string>
  readonly gatedIds: ReadonlySet<string>
  /** Files of former versions too. */
  readonly everIds: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
const initial: PostPartsState = {
  ...{
    personId: null,
    channelId: null,
    isPublished: false,
    levelId: POST_LEVEL.everyone,
    publicIds: NONE,
    gatedIds: NONE,
    everIds: NONE,
  },
}

/** The files of a post, folded from its stream. */
export const PostParts: Aggregate<PostPartsState, PostEvent> = {
  category: "post",
  events: PostEvents,
  initial,
  evolve: (state, event) =>
    PostEvent.match(event, {
      "publishing.PostCreated.v1": (created): PostPartsState =>
        saved({ ...state, personId: created.personId, channelId: created.channelId }, created),
      "publishing.PostRevised.v1": (revised) => saved(state, revised),
      "publishing.PostScheduled.v1": () => state,
      "publishing.PostUnscheduled.v1": () => state,
      "publishing.TranslationLinked.v1": () => state,
      "publishing.PostAddressed.v1": () => state,
      "publishing.PostPublished.v1": () => ({ ...state, isPublished: true }),
      "publishing.PostImported.v1": () => state,
      "publishing.PostArchived.v1": () => ({ ...state, isPublished: true }),
      "publishing.LevelOpened.v1": ({ levelId }) => ({ ...state, levelId }),
      "publishing.PostHidden.v1": () => ({ ...state, isPublished: false }),
      "publishing.PostShown.v1": () => ({ ...state, isPublished: true }),
      "publishing.PostWithheld.v1": () => ({ ...state, isPublished: false }),
      "publishing.PostReleased.v1": ({ isShown }) => ({ ...state, isPublished: isShown }),
      "publishing.PostDeleted.v1": () => ({ ...state, isPublished: false, publicIds: NONE, gatedIds: NONE }),
    }),
}

type Texts = { readonly levelId: number; readonly preview: string | null; readonly gated: string | null }

const saved = (state: PostPartsState, { levelId, preview, gated }: Texts): PostPartsState => {
  const [publicIds, gatedIds] = [new Set(mediaIdsOf(preview ?? "")), new Set(mediaIdsOf(gated ?? ""))]
  return { ...state, levelId, publicIds, gatedIds, everIds: new Set([...state.everIds, ...publicIds, ...gatedIds]) }
}

/** The level that a file in this post needs now; null if nobody but its creator may have it. */
export const levelIn = (post: PostPartsState, mediaId: string): number | null => {
  if (!post.isPublished) return null
  if (post.publicIds.has(mediaId)) return POST_LEVEL.everyone
  return post.gatedIds.has(mediaId) ? post.levelId : null
}
