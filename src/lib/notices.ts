import type { PlainKey } from "../i18n/index.ts"

/** What the server may say on the next page, as the short word that travels in the cookie, and its message. */
export const NOTICES = {
  "please-signin": "notice.pleaseSignIn",
  "logged-out": "notice.loggedOut",
  success: "notice.success",
  saved: "settings.saved",
  "code-sent": "accountCall.codeSent",
  "picture-unreadable": "pictures.unreadable",
  "picture-too-large": "pictures.tooLarge",
  "password-changed": "account.reset.done",
  "account-deleted": "settings.deleted",
  "third-party-owned": "thirdParty.owned",
  "broken-link": "state.brokenLink",
  "first-follow": "first.text",
  "limit-feeds": "follow.limit.feeds",
  "limit-groups": "follow.limit.groups",
  "name-missing": "groups.name.missing",
  "name-long": "groups.name.long",
  "name-taken": "groups.name.taken",
  "group-unknown": "groups.unknown",
  "account-full": "follow.full",
  "not-now": "state.failed",
  imported: "opml.done",
  "not-opml": "opml.unreadable",
  "opml-too-large": "opml.tooLarge",
} as const satisfies Record<string, PlainKey>
export type Notice = keyof typeof NOTICES

export const isNotice = (text: string | undefined): text is Notice => text !== undefined && Object.hasOwn(NOTICES, text)

/** A notice that no page showed in this time is forgotten. */
export const NOTICE_AGE_S_MAX = 30
