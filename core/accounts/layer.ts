import { Layer } from "effect"
import { AppPasswords } from "./appPasswords/AppPasswords.ts"
import { Codes } from "./codes/Codes.ts"
import { AccountDeletion } from "./deletion/AccountDeletion.ts"
import { EmailChanges } from "./email/EmailChanges.ts"
import { Handoffs } from "./external/Handoffs.ts"
import { Issuers } from "./external/Issuers.ts"
import { ThirdParties } from "./external/ThirdParties.ts"
import { Invites } from "./invites/Invites.ts"
import { Challenges } from "./passkeys/Challenges.ts"
import { Passkeys } from "./passkeys/Passkeys.ts"
import { PasswordHasher } from "./passwords/PasswordHasher.ts"
import { Passwords } from "./passwords/Passwords.ts"
import { Profiles } from "./profile/Profiles.ts"
import { ReaderAppTokens } from "./readerApps/ReaderAppTokens.ts"
import { Secrets } from "./Secrets.ts"
import { Attempts } from "./sessions/Attempts.ts"
import { Browsers } from "./sessions/Browsers.ts"
import { Sessions } from "./sessions/Sessions.ts"
import { SignIns } from "./signIn/SignIns.ts"
import { SignUps } from "./signUp/SignUps.ts"
import { TwoSteps } from "./twoStep/TwoSteps.ts"

/** The services of accounts. */
export type AccountServices =
  | AppPasswords
  | Attempts
  | Browsers
  | Challenges
  | Codes
  | Invites
  | AccountDeletion
  | EmailChanges
  | Passkeys
  | Passwords
  | PasswordHasher
  | Profiles
  | ReaderAppTokens
  | Secrets
  | Sessions
  | SignIns
  | SignUps
  | ThirdParties
  | TwoSteps

/** Provides the services of accounts. Needs the event store, SQL and the configuration. */
export const AccountsLayer = Layer.mergeAll(EmailChanges.layer, ReaderAppTokens.layer, ThirdParties.layer).pipe(
  Layer.provide(Layer.mergeAll(Issuers.layer, Handoffs.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      AppPasswords.layer,
      Codes.layer,
      AccountDeletion.layer,
      Passkeys.layer,
      Passwords.layer,
      Profiles.layer,
      SignIns.layer,
      SignUps.layer,
      TwoSteps.layer,
    ),
  ),
  Layer.provideMerge(Layer.mergeAll(Challenges.layer, Invites.layer)),
  Layer.provideMerge(
    Layer.mergeAll(Attempts.layer, Browsers.layer, PasswordHasher.layer, Secrets.layer, Sessions.layer),
  ),
)
