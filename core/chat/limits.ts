/** Characters (UTF-16 units) of a message. */
export const MESSAGE_LENGTH_MAX = 4_000
/** Characters of a last message in a list of rooms; where it is longer, they end with an ellipsis. */
export const LAST_MESSAGE_LENGTH_MAX = 160
/** Pictures that one message carries, and characters of a picture's key. */
export const PICTURES_MAX = 4
export const PICTURE_KEY_LENGTH_MAX = 64
/** Characters of the id that a client chooses for a message. */
export const CLIENT_ID_LENGTH_MAX = 36
/** Characters of the reason with which somebody reports a message, and reports that one person makes. */
export const REASON_LENGTH_MAX = 500
export const REPORTS_MAX = 1_000
/** Messages to a stranger before they answered. */
export const UNANSWERED_MAX = 5
/** Strangers whom one person writes to within a day. */
export const STRANGERS_A_DAY_MAX = 50
/** People that one person blocks, and people who are banned from one room. */
export const BLOCKS_MAX = 1_000
export const BANS_MAX = 1_000
/** People who are banned from a room that a list of them shows: those who were last. */
export const BANS_SHOWN_MAX = 200
/** Rooms in a person's list; the quietest ones fall out of it. */
export const ROOMS_PER_PERSON_MAX = 500
/** Messages on a page of history; the most that a page may be asked for. */
export const HISTORY_PAGE = 30
export const HISTORY_PAGE_MAX = 100
/** Entries on a page of the list of messages. */
export const MESSAGE_LIST_PAGE = 20
/** Counts above this are shown as it and a plus. */
export const UNREAD_SHOWN_MAX = 999
/** Characters of a search in history. */
export const SEARCH_TEXT_LENGTH_MAX = 200
