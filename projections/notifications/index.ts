export { type CommentFacts, commentNotices } from "./commentNotices.ts"
export {
  countNotices,
  findNotice,
  listNotices,
  type PersonNotice,
  unreadNoticeCounts,
  unreadNotices,
} from "./findNotices.ts"
export { identityNotice } from "./identityNotices.ts"
export { moderationNotices } from "./moderationNotices.ts"
export { findNotificationSettings, type NewMessage, type NotificationSettings, newMessages } from "./newMessages.ts"
export { lostNotice, type NotifiableEvent, noticeOf, noticeWith } from "./noticeOf.ts"
export { notices } from "./notices.projection.ts"
export { cancelledNotices, depositNotices, donationNotices, withdrawalNotices } from "./walletNotices.ts"
