/** Limits of the forms of creators. No schemas, so that browsers need not load the schema library. */

/** Characters of a channel's name. */
export const CHANNEL_SUBJECT_LENGTH_MIN = 3
export const CHANNEL_SUBJECT_LENGTH_MAX = 80
/** Characters of the answer to what an applicant publishes. */
export const ABOUT_LENGTH_MIN = 20
export const ABOUT_LENGTH_MAX = 4_000
export const CHANNEL_BIO_LENGTH_MAX = 2_000
/** Addresses where an applicant publishes, or that a channel lists. */
export const CHANNEL_LINKS_MAX = 10
export const CHANNEL_LANGUAGES_MAX = 8
export const CHANNEL_TAGS_MAX = 10
export const CHANNEL_TAG_LENGTH_MAX = 40
/** Channels below the first one of a creator. */
export const SUB_CHANNELS_MAX = 20
/** Invitations of one person that nobody has used yet, and characters of the name on one. */
export const CREATOR_INVITES_OPEN_MAX = 50
export const INVITED_NAME_LENGTH_MAX = 80
/** Characters of an operator's note to an applicant. */
export const REVIEW_NOTE_LENGTH_MAX = 1_000

/** Channel codes begin differently from user codes (QI) and feed codes (QF), because one page accepts all three. */
export const CHANNEL_CODE_PREFIX = "QC"
/** Random characters of a channel code, Crockford base32: 40 bits. */
export const CHANNEL_CODE_LENGTH = 8

/** Times an application may be submitted within `SUBMISSIONS_DAYS`. */
export const SUBMISSIONS_MAX = 3
export const SUBMISSIONS_DAYS = 30

/** The ids of Home/LoadApplcationRequestStatus. */
export const APPLICATION_STATUS = {
  draft: 1,
  submitted: 2,
  inReview: 3,
  approved: 4,
  rejected: 5,
  withdrawn: 6,
} as const
export type ApplicationStatus = keyof typeof APPLICATION_STATUS

/** The ids of Home/LoadUserChannelStatus. A new channel is active (specification, section 4). */
export const CHANNEL_STATUS = { active: 1, paused: 2, closed: 3 } as const
/** The ids of Home/LoadChannelDisplayStatus. A new channel is shown (specification, section 4). */
export const CHANNEL_DISPLAY = { shown: 1, hidden: 2 } as const
/** The ids of Home/CommentLevels: who may comment. */
export const COMMENT_LEVEL = { everybody: 1, subscribers: 2, premium: 3, nobody: 4 } as const

/** Why an operator rejects an application. */
export const REJECTION_REASONS = ["incomplete", "notOwnWork", "againstRules", "other"] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** Where a site says that a channel moves there, if its feed does not. */
export const CHANNEL_MOVE_PATH = "/.well-known/quire-move"
