export { countNotices, findNotice, listNotices, type PersonNotice, unreadNotices } from "./findNotices.ts"
export { type Listening, listeningOf, type NewMessage, newMessages } from "./newMessages.ts"
export { notices } from "./notices.projection.ts"
export { noticesReactor } from "./notices.reactor.ts"
