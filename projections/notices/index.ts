export { countNotices, findNotice, listNotices, type PersonNotice } from "./findNotices.ts"
export { notices } from "./notices.projection.ts"
export { noticesReactor } from "./notices.reactor.ts"
