export { Account, type AccountState, type OpenCode } from "./Account.ts"
export { type ClaimKind, claim } from "./claims/Claim.ts"
export { type AccountEvent, AccountEvents, type ClaimEvent, ClaimEvents, Purpose } from "./events.ts"
export { type CodeLink, Secrets } from "./Secrets.ts"
export { type AttemptLimit, Attempts } from "./sessions/Attempts.ts"
export {
  hashOf,
  SEEN_PAUSE_MS,
  SESSION_IDLE_MS_MAX,
  SESSION_TOKEN,
  type SessionEntry,
  Sessions,
  TOKEN_AGE_MS_MAX,
} from "./sessions/Sessions.ts"
