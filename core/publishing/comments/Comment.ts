import type { Aggregate } from "#core/kernel"
import {
  CommentEvent,
  CommentEvents,
  type CommenterEvent,
  CommenterEvents,
  DiscussionEvent,
  DiscussionEvents,
} from "./events.ts"

/** The author and the post of a comment. */
export type CommentPlace = {
  readonly commentId: string
  readonly postId: string
  readonly channelId: number
  /** Who owns the post. */
  readonly creatorId: string
  /** Who wrote the comment. */
  readonly personId: string
}

export type CommentState = {
  /** Null before it was posted. */
  readonly place: CommentPlace | null
  readonly rootId: string
  readonly depth: number
  readonly text: string
  readonly status: "shown" | "held" | "removed"
  /** Who removed it. */
  readonly removedBy: "author" | "creator" | "operator" | null
  /** What it was before an operator removed it; null otherwise. */
  readonly beforeOperator: Pick<CommentState, "status" | "removedBy"> | null
  readonly postedAt: string
  readonly reporterIds: ReadonlyArray<string>
  /** Its author was erased. */
  readonly isForgotten: boolean
}

/** A comment, by its id. */
export const Comment: Aggregate<CommentState, CommentEvent> = {
  category: "comment",
  events: CommentEvents,
  initial: {
    place: null,
    rootId: "",
    depth: 0,
    text: "",
    status: "shown",
    removedBy: null,
    beforeOperator: null,
    postedAt: "",
    reporterIds: [],
    isForgotten: false,
  },
  evolve: (state, event) =>
    CommentEvent.match(event, {
      "publishing.CommentPosted.v1": (posted): CommentState => ({
        place: placeOf(posted),
        rootId: posted.rootId,
        depth: posted.depth,
        text: posted.text ?? "",
        status: posted.heldFor === null ? "shown" : "held",
        removedBy: null,
        beforeOperator: null,
        postedAt: posted.postedAt,
        reporterIds: [],
        isForgotten: false,
      }),
      "publishing.CommentEdited.v1": ({ text, heldFor }): CommentState => ({
        ...state,
        text: text ?? "",
        status: heldFor === null ? state.status : "held",
      }),
      "publishing.CommentApproved.v1": (): CommentState => ({
        ...state,
        status: "shown",
        removedBy: null,
        reporterIds: [],
      }),
      "publishing.CommentRemoved.v1": ({ by }): CommentState => ({
        ...state,
        ...{ status: "removed", removedBy: by },
        beforeOperator: by === "operator" ? { status: state.status, removedBy: state.removedBy } : null,
      }),
      "publishing.CommentRestored.v1": ({ status, removedBy }) => ({
        ...state,
        ...{ status, removedBy, beforeOperator: null },
      }),
      "publishing.CommentReported.v1": ({ reporterId }) => ({
        ...state,
        reporterIds: [...state.reporterIds, reporterId],
      }),
      "publishing.CommentReportsDismissed.v1": () => ({ ...state, reporterIds: [] }),
      "publishing.CommentForgotten.v1": (): CommentState => ({
        ...state,
        ...{ text: "", status: "removed", removedBy: "author", isForgotten: true },
      }),
    }),
}

export const placeOf = ({ commentId, postId, channelId, creatorId, personId }: CommentPlace): CommentPlace => ({
  commentId,
  postId,
  channelId,
  creatorId,
  personId,
})

export type DiscussionState = {
  /** Id of Home/CommentLevels; null follows the channel. */
  readonly commentLevelId: 1 | 2 | 3 | 4 | null
  readonly pinnedId: string | null
}

/** What the creator decided about the comments of a post, by the id of the post. */
export const Discussion: Aggregate<DiscussionState, DiscussionEvent> = {
  category: "discussion",
  events: DiscussionEvents,
  initial: { commentLevelId: null, pinnedId: null },
  evolve: (state, event) =>
    DiscussionEvent.match(event, {
      "publishing.DiscussionLevelSet.v1": ({ commentLevelId }): DiscussionState => ({ ...state, commentLevelId }),
      "publishing.CommentPinned.v1": ({ commentId }) => ({ ...state, pinnedId: commentId }),
      "publishing.CommentUnpinned.v1": () => ({ ...state, pinnedId: null }),
    }),
}

/** Whether a person is banned from commenting, by `commenterIdOf`. */
export const Commenter: Aggregate<{ readonly isBanned: boolean }, CommenterEvent> = {
  category: "commenter",
  events: CommenterEvents,
  initial: { isBanned: false },
  evolve: (_, event) => ({ isBanned: event._tag === "publishing.CommenterBanned.v1" }),
}

export const commenterIdOf = (creatorId: string, personId: string): string => `${creatorId}.${personId}`
