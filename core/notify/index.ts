export { type DuePerson, MessagePush } from "./push/MessagePush.ts"
export { NewsPush, type PushOutcome } from "./push/NewsPush.ts"
export type { NoPushTarget, PushFull } from "./push/refusals.ts"
export type { Subscribing, Subscription } from "./push/Subscription.ts"
