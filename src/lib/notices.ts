import type { PlainKey } from "../i18n/index.ts"

/** Notices for the next page: the value in the cookie, and its message. */
export const NOTICES = {
  "please-signin": "notice.pleaseSignIn",
  "logged-out": "notice.loggedOut",
  success: "notice.success",
  "comment-posted": "comments.posted",
  "comment-held": "comments.heldNow",
  "comment-reported": "comments.reported",
  "not-yet": "notice.notYet",
  saved: "settings.saved",
  "code-sent": "accountCall.codeSent",
  "application-sent": "creators.did.submit",
  "application-withdrawn": "creators.did.withdraw",
  subscribed: "subscriptions.did.subscribe",
  refunded: "subscriptions.did.refund",
  "post-saved": "compose.did.save",
  "post-updated": "compose.did.update",
  "post-published": "compose.did.publish",
  "post-scheduled": "compose.did.schedule",
  "post-unscheduled": "compose.did.unschedule",
  "post-hidden": "compose.did.hide",
  "post-shown": "compose.did.show",
  "post-deleted": "compose.did.delete",
  "post-discarded": "compose.did.discard",
  "post-restored": "compose.did.restore",
  "letter-sent": "compose.letter.sent",
  "post-translated": "compose.ai.did",
  "picture-unreadable": "pictures.unreadable",
  "picture-too-large": "pictures.tooLarge",
  "file-uploaded": "media.files.uploaded",
  "file-deleted": "media.files.deleted",
  "password-changed": "account.reset.done",
  "account-deleted": "settings.deleted",
  "third-party-owned": "thirdParty.owned",
  "broken-link": "state.brokenLink",
  "first-follow": "first.text",
  "limit-feeds": "follow.limit.feeds",
  "limit-groups": "follow.limit.groups",
  "limit-saved": "reader.saved.full",
  "limit-searches": "search.saved.full",
  "name-missing": "groups.name.missing",
  "name-long": "groups.name.long",
  "name-taken": "groups.name.taken",
  "group-unknown": "groups.unknown",
  "account-full": "follow.full",
  "not-now": "state.failed",
  "marked-read": "reader.marked",
  imported: "opml.done",
  "not-opml": "opml.unreadable",
  "opml-too-large": "opml.tooLarge",
} as const satisfies Record<string, PlainKey>
export type Notice = keyof typeof NOTICES

export const isNotice = (text: string | undefined): text is Notice => text !== undefined && Object.hasOwn(NOTICES, text)

/** A notice that no page has shown by then expires. */
export const NOTICE_AGE_S_MAX = 30
