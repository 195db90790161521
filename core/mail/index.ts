export { Mail, NOTICE_LIFE_MS, type ReadMessage, type Sent } from "./Mail.ts"
export type { About, MailKind, MailState, Message, Personal, StoredMail } from "./Message.ts"
