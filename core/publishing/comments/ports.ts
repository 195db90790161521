import { Context, type Effect } from "effect"
import type { PostLevel } from "../limits.ts"

/** What commands on comments and likes need to know of a post that readers can open. */
export type OpenPost = {
  readonly postId: string
  readonly channelId: number
  readonly creatorId: string
  readonly levelId: PostLevel
  /** Who may comment in the channel: id of Home/CommentLevels. */
  readonly commentLevelId: number
}

/** Port: published posts. projections/publishing implements it. */
export class OpenPosts extends Context.Service<
  OpenPosts,
  {
    /** A published post, or any post of the person's own; null otherwise. */
    find(postId: string, personId: string): Effect.Effect<OpenPost | null>
  }
>()("core/publishing/OpenPosts") {}

export type CommentRecord = {
  /** Comments of the person in the channel that readers can see. */
  readonly shown: number
  /** Comments of the person with the same text since the given time, anywhere. */
  readonly repeats: number
  /** Whether the creator banned the person from one of their chat rooms. */
  readonly isBannedInChat: boolean
}

/** Port: what is known of a person's comments. projections/publishing implements it; it may be some seconds late. */
export class CommentRecords extends Context.Service<
  CommentRecords,
  {
    /** @param digest see `digestOf` */
    find(of: {
      readonly creatorId: string
      readonly channelId: number
      readonly personId: string
      readonly digest: string
      readonly sinceMs: number
    }): Effect.Effect<CommentRecord>
  }
>()("core/publishing/CommentRecords") {}
