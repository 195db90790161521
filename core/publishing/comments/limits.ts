/** Characters of a comment. */
export const COMMENT_LENGTH_MAX = 5_000
/** Time within which an author may correct a comment. */
export const COMMENT_EDIT_MINUTES = 15
/** Root comments of one page, replies shown with each of them, and replies of one further page. */
export const COMMENTS_PAGE_SIZE = 20
export const INLINE_REPLIES_MAX = 3
export const REPLIES_PAGE_SIZE = 100
/** Levels by which replies are indented; deeper ones name the person they answer. */
export const COMMENT_INDENT_MAX = 4
/** Shown comments in a channel after which its author may post links without review. */
export const TRUSTED_AFTER_COMMENTS = 5
/** Time within which the same text counts as repeated. */
export const REPEAT_HOURS = 24
/** Characters of the reason of a report. */
export const REPORT_REASON_LENGTH_MAX = 500

/** Orders of Feed/LoadComments. */
export const COMMENT_ORDERS = ["newest", "oldest", "mostLiked"] as const
export type CommentOrder = (typeof COMMENT_ORDERS)[number]

/** The ids of Home/CommentLevels: who may comment. */
export const COMMENT_LEVEL = { everybody: 1, subscribers: 2, premium: 3, nobody: 4 } as const
/** The ids of Home/UserLikeStatus. */
export const LIKE_STATUS = { none: 1, like: 2, dislike: 3 } as const
export type LikeStatus = (typeof LIKE_STATUS)[keyof typeof LIKE_STATUS]

/** Why a comment waits for review. */
export const HELD_REASONS = ["newcomer", "links", "repeat"] as const
export type HeldReason = (typeof HELD_REASONS)[number]
/** Reports that are recorded of one comment. */
export const COMMENT_REPORTS_MAX = 100
