export { mailReactor } from "./mail.reactor.ts"
