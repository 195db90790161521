export { notices } from "./notices.projection.ts"
export { noticesReactor } from "./notices.reactor.ts"
