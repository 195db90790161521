import { Schema } from "effect"
import { EMAIL_LENGTH_MAX, INVITE_LENGTH } from "#contract/accounts"
import { lineText } from "../fields.ts"

/** Form values are accepted as typed; each field's rules report what is wrong. */
export const TypedText = Schema.String.check(Schema.isMaxLength(1_000))
export const Email = lineText(EMAIL_LENGTH_MAX)
const CODE_TYPED_LENGTH_MAX = 20

/** Proof that a mail was received: the `token` of its link, or `email` and the digits of `code`. */
export const proof = {
  token: Schema.optionalKey(lineText(200)),
  email: Schema.optionalKey(Email),
  code: Schema.optionalKey(lineText(CODE_TYPED_LENGTH_MAX)),
}

/** Proof of the caller's identity: the password, or the code mailed by User/SendConfirmationCode. */
export const reauthentication = {
  password: Schema.optionalKey(TypedText),
  code: Schema.optionalKey(lineText(CODE_TYPED_LENGTH_MAX)),
}

/** As typed: dashes, spaces and letter case are ignored. */
export const InviteCode = lineText(2 * INVITE_LENGTH)

/** A person's own account. */
export const User = Schema.Struct({
  userCode: Schema.String,
  channelCode: Schema.NullOr(Schema.String),
  /** Above 0 for creators. */
  channelId: Schema.Int,
  email: Schema.NullOr(Schema.String),
  /** Key of a stored picture. */
  headerImage: Schema.NullOr(Schema.String),
  /** Key of the wide picture above the profile. */
  bannerImage: Schema.NullOr(Schema.String),
  displayName: Schema.NullOr(Schema.String),
  userName: Schema.NullOr(Schema.String),
  bio: Schema.NullOr(Schema.String),
  /** Whether a balance was ever credited to the person. */
  credited: Schema.Boolean,
  roleId: Schema.Int,
  languageCode: Schema.String,
  preferences: Schema.Struct({
    /** The base currency; null if none was chosen. */
    defaultTotalAssetTypeId: Schema.NullOr(Schema.Int),
    bind2FA: Schema.Boolean,
    /** All stored values by preference id. */
    values: Schema.Record(Schema.String, Schema.String),
  }),
  notifications: Schema.Struct({ email: Schema.Boolean, browser: Schema.Boolean, chat: Schema.Boolean }),
}).annotate({ identifier: "User" })

/** The public profile of a person. */
export const PublicUser = Schema.Struct({
  userCode: Schema.String,
  channelCode: Schema.NullOr(Schema.String),
  channelId: Schema.Int,
  headerImage: Schema.NullOr(Schema.String),
  displayName: Schema.NullOr(Schema.String),
  userName: Schema.NullOr(Schema.String),
  bio: Schema.NullOr(Schema.String),
}).annotate({ identifier: "PublicUser" })

/** A new session; the cookie contains the same token. While the second step is pending, the person is not revealed. */
export const SessionStarted = Schema.Struct({
  user: Schema.NullOr(User),
  token: Schema.String,
  secondStep: Schema.Boolean,
}).annotate({ identifier: "SessionStarted" })
