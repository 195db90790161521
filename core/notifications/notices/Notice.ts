/** What a browser may know of messages: their types, and how much there is of them. */
/** What the site tells a person: of itself, or of their account. */
export const NOTICE_TYPES = ["System", "Account"] as const
export type NoticeType = (typeof NOTICE_TYPES)[number]

/** What a list of messages can be of; `Chat` are direct messages, `Invite` those of strangers that wait for an answer. */
export const MESSAGE_TYPES = ["All", ...NOTICE_TYPES, "Chat", "Invite"] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]
