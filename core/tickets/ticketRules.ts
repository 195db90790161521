/** What a ticket is about, as the person chose it. */
export const TICKET_TOPICS = ["account", "wallet", "subscriptions", "creators", "feeds", "other"] as const
export type TicketTopic = (typeof TICKET_TOPICS)[number]

/**
 * `open` waits for support, `waiting` for the person. A reply opens a solved ticket again; after `closed` it opens a new
 * one that refers to it.
 */
export const TICKET_STATUSES = ["open", "waiting", "solved", "closed"] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

export const TICKET_PRIORITIES = ["low", "normal", "high", "urgent"] as const
export type TicketPriority = (typeof TICKET_PRIORITIES)[number]

/** How content the person was with the answers. */
export const TICKET_RATINGS = ["good", "bad"] as const
export type TicketRating = (typeof TICKET_RATINGS)[number]

/** What a ticket can refer to. */
export const TICKET_LINK_KINDS = ["withdrawal", "payment", "feed", "message"] as const
export type TicketLinkKind = (typeof TICKET_LINK_KINDS)[number]

/** How a message came: from the site, as a reply to a mail, or from an operator. */
export const MESSAGE_SOURCES = ["site", "mail", "operator"] as const
export type MessageSource = (typeof MESSAGE_SOURCES)[number]

/** Characters (code points). 8,000 of them take at most 32 kB. */
export const TICKET_SUBJECT_LENGTH_MIN = 3
export const TICKET_SUBJECT_LENGTH_MAX = 120
export const TICKET_TEXT_LENGTH_MAX = 8_000
export const RATING_COMMENT_LENGTH_MAX = 1_000
export const TICKET_TAG_LENGTH_MAX = 40
export const TICKET_TAGS_MAX = 10

/** Messages of one ticket, notes included. */
export const TICKET_MESSAGES_MAX = 1_000
/** Messages of the person in one ticket within an hour, by mail and on the site. */
export const MESSAGES_PER_HOUR_MAX = 20
/** New tickets of one person within a day. */
export const TICKETS_PER_DAY_MAX = 10

/** Bytes of one file, files of one message, and bytes of all files of a person within a day. */
export const ATTACHMENT_BYTES_MAX = 10 * 1024 * 1024
export const ATTACHMENTS_MAX = 10
export const ATTACHMENT_BYTES_PER_DAY_MAX = 100 * 1024 * 1024
/** Bytes of all files of one form, which is sent in one request. */
export const ATTACHMENT_FORM_BYTES_MAX = 20 * 1024 * 1024
/** Bytes of a reply by mail: its files are a third larger there. */
export const REPLY_MAIL_BYTES_MAX = 27 * 1024 * 1024
/** Files that people can choose; what a file is decides its content. */
export const ATTACHMENT_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif,application/pdf,text/plain,.log"

/** A solved ticket is closed after this time. */
export const CLOSE_AFTER_DAYS = 14
/** A reply of an operator can be taken back during this time, and only then leaves. */
export const REPLY_HELD_SECONDS = 15

/** `T` and eight characters of Crockford base32: sequential numbers would reveal how many tickets there are. */
export const TICKET_NUMBER = /^T[0-9A-HJKMNP-TV-Z]{8}$/
