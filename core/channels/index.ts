export { type ClaimEvent, ClaimEvents, type ProofPlace } from "./events.ts"
export { FeedClaims } from "./FeedClaims.ts"
export { META_NAME } from "./findProof.ts"
export type { NoProof, NotReached } from "./refusals.ts"
