export { Mail, type ReadMessage, type Sent } from "./Mail.ts"
export type { About, KeptMessage, MailKind, MailState, Message, Personal } from "./Message.ts"
export { NOTICE_LIFE_MS } from "./sizes.ts"
