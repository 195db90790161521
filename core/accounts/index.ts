export type { AccountState, OpenCode } from "./Account.ts"
export { AppPasswords } from "./appPasswords/AppPasswords.ts"
export { type AppPasswordEvent, AppPasswordEvents } from "./appPasswords/events.ts"
export type { NoAppPassword, TooManyAppPasswords } from "./appPasswords/refusals.ts"
export type { ClaimKind } from "./claims/Claim.ts"
export { Codes } from "./codes/Codes.ts"
export type { Member } from "./contract.ts"
export { AccountDeletion } from "./deletion/AccountDeletion.ts"
export { EmailChanges } from "./email/EmailChanges.ts"
export { type AccountEvent, AccountEvents, type ClaimEvent, Purpose } from "./events.ts"
export { type IdentityEvent, IdentityEvents } from "./external/events.ts"
export type { ThirdPartyRefused } from "./external/refusals.ts"
export { ThirdParties } from "./external/ThirdParties.ts"
export { Invites, type MadeInvite } from "./invites/Invites.ts"
export { type AccountServices, AccountsLayer } from "./layer.ts"
export type { Proof } from "./makeAccountAccess.ts"
export { readEmail } from "./names/names.ts"
export { randomCode } from "./names/randomCode.ts"
export { Challenges } from "./passkeys/Challenges.ts"
export { type PasskeyEvent, PasskeyEvents } from "./passkeys/events.ts"
export { Passkeys } from "./passkeys/Passkeys.ts"
export type { NoPasskey, PasskeyKnown, PasskeyRefused, TooManyPasskeys } from "./passkeys/refusals.ts"
export { PasswordHasher } from "./passwords/PasswordHasher.ts"
export { Passwords, type Reauthentication } from "./passwords/Passwords.ts"
export type { ProfileChange } from "./profile/changeProfile.ts"
export { Profiles } from "./profile/Profiles.ts"
export { ReaderAppTokens } from "./readerApps/ReaderAppTokens.ts"
export {
  AlreadyUsed,
  CodeChosen,
  NoAccount,
  NoInvitesLeft,
  Overloaded,
  TooOften,
  UnfitField,
  WrongCode,
  WrongCredentials,
} from "./refusals.ts"
export { type CodeLink, Secrets } from "./Secrets.ts"
export { type AttemptLimit, Attempts } from "./sessions/Attempts.ts"
export { Browsers } from "./sessions/Browsers.ts"
export { deviceOf } from "./sessions/deviceOf.ts"
export {
  SEEN_PAUSE_MS,
  SESSION_IDLE_MS_MAX,
  type SessionEntry,
  Sessions,
  TOKEN_AGE_MS_MAX,
} from "./sessions/Sessions.ts"
export { hashOf, SESSION_TOKEN } from "./sessions/tokens.ts"
export { type RequestContext, type SignedInSession, SignIns } from "./signIn/SignIns.ts"
export { type SignUp, SignUps } from "./signUp/SignUps.ts"
export { isSessionFresh } from "./twoStep/confirm.ts"
export { type TwoStepEvent, TwoStepEvents } from "./twoStep/events.ts"
export {
  type ConfirmationRequired,
  type EnrolmentEnded,
  type RemovalLinkEnded,
  type TwoStepOff,
  WrongStepCode,
} from "./twoStep/refusals.ts"
export { TwoSteps } from "./twoStep/TwoSteps.ts"
