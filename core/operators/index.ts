export type { Author } from "./changeTeam.ts"
export { TeamEvents } from "./events.ts"
export { linkedAccounts } from "./linkedAccounts.ts"
export { type OperatorPasskey, PASSKEYS_MIN } from "./OperatorKeys.ts"
export { type OperatorSession, OperatorSessions } from "./OperatorSessions.ts"
export { Operators, type Signature } from "./Operators.ts"
export { OPERATOR_ROLES, type OperatorRole, type Permission, permissionsOf } from "./permissions.ts"
export { keyFingerprint, publicKeyJwk } from "./publicKeyJwk.ts"
export { RefusedSignIns } from "./RefusedSignIns.ts"
export type { NoOperator, NoTerminal, NothingToChange, PasskeyNotAdded } from "./refusals.ts"
export { NotAllowed, SignatureRefused } from "./refusals.ts"
export {
  aboutUnderEmbargo,
  EMBARGO_DAYS,
  type EmbargoDays,
  embargoEnd,
  LookEvidence,
  PasskeyAnswer,
} from "./signedLook.ts"
export { isGlassOpen, type Operator, TEAM_ID, Team } from "./Team.ts"
export { type Terminal, TerminalSignIns } from "./TerminalSignIns.ts"
