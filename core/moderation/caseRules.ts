/** What can be reported. `item` is an article of a feed. */
export const TARGET_KINDS = ["comment", "message", "post", "feed", "item", "channel"] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** What anyone can report directly; its page is withheld as a whole. */
export const CONTENT_KINDS = ["post", "feed", "item", "channel"] as const satisfies ReadonlyArray<TargetKind>
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** `open` waits for a decision, `appealed` for a decision of somebody else. */
export const CASE_STATUSES = ["open", "appealed", "closed"] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** What a measure is based on: a law, or the terms of this site (Digital Services Act, Article 17). */
export const GROUNDS = ["law", "terms"] as const
export type Ground = (typeof GROUNDS)[number]

/** Why a case closed by itself: who removed what was reported. `gone`: neither its author nor the creator did. */
export const LAPSE_CAUSES = ["author", "creator", "gone"] as const
export type LapseCause = (typeof LAPSE_CAUSES)[number]

/** Days after which somebody looks at a measure again. */
export const REVIEW_DAYS = ["30", "90", "180", "365"] as const

/** Days in which the affected person can appeal, once. */
export const APPEAL_DAYS_MAX = 20
/** Minutes for which a case belongs to the operator who claimed it. */
export const CLAIM_MINUTES = 60

/** Characters (code points). */
export const APPEAL_TEXT_LENGTH_MAX = 2_000
export const REFERENCE_LENGTH_MAX = 120
export const FACTS_LENGTH_MAX = 2_000
export const DECISION_NOTE_LENGTH_MAX = 1_000
/** The reported text that a case keeps: what was decided about. */
export const REPORTED_TEXT_LENGTH_MAX = 5_000
/** The same for a whole post. */
export const REPORTED_POST_LENGTH_MAX = 50_000
export const REPORT_REASON_LENGTH_MAX = 500
/** People whose reports of one target are recorded between two decisions. */
export const CASE_REPORTS_MAX = 100
/** The same for guests, apart from those: however many report, everybody with an account is still heard. */
export const GUEST_REPORTS_MAX = 20
/** Entries of the history that one case keeps. */
export const CASE_HISTORY_MAX = 500
