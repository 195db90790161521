export { RevealEvents, type RevealedField } from "./events.ts"
export { REVEAL_REASON_LENGTH_MAX, REVEAL_REASON_LENGTH_MIN } from "./RevealLog.ts"
export { aboutPerson, Reveals } from "./Reveals.ts"
export { NotRevealed } from "./refusals.ts"
