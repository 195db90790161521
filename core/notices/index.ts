export { type NoticeContent, NoticesEvents, NoticeWords } from "./events.ts"
export type { Notice } from "./giveNotice.ts"
export { Notices } from "./Notices.ts"
export { NOTICE_VALUE_LENGTH_MAX } from "./sizes.ts"
