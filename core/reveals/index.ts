export { RevealEvents, type RevealedField } from "./events.ts"
export { REVEAL_REASON_LENGTH_MAX, REVEAL_REASON_LENGTH_MIN, REVEALS_PER_HOUR_MAX } from "./RevealLog.ts"
export { aboutPerson, Reveals } from "./Reveals.ts"
export { NotRevealed } from "./refusals.ts"
