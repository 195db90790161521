export { Mail, NOTICE_LIFE_MS, type ReadMessage, type Sent } from "./Mail.ts"
export type { About, KeptMessage, MailKind, MailState, Message, Personal } from "./Message.ts"
