/** What a browser may know of messages: their types, and how much there is of them. */
export { NOTICES_KEPT_MAX } from "./sizes.ts"

/** What the site tells a person: of itself, or of their account. */
export const NOTICE_TYPES = ["System", "Account"] as const
export type NoticeType = (typeof NOTICE_TYPES)[number]
