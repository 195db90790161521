import { Schema } from "effect"
import { EMAIL_LENGTH_MAX, INVITE_LENGTH } from "#contract/accounts"
import { line } from "../fields.ts"

/** What is typed into a form is taken as it is; the rules of each field say in their own words what is wrong with it. */
export const Typed = Schema.String.check(Schema.isMaxLength(1_000))
export const Email = line(EMAIL_LENGTH_MAX)
const CODE_TYPED_LENGTH_MAX = 20

/** What proves that a mail reached somebody: the `token` of its link, or `email` and the digits of `code`. */
export const proof = {
  token: Schema.optionalKey(line(200)),
  email: Schema.optionalKey(Email),
  code: Schema.optionalKey(line(CODE_TYPED_LENGTH_MAX)),
}

/** What shows that it is the person who asks: their password, or the code that User/SendConfirmationCode mailed. */
export const reauthentication = {
  password: Schema.optionalKey(Typed),
  code: Schema.optionalKey(line(CODE_TYPED_LENGTH_MAX)),
}

/** As it was typed: dashes, spaces and letter case do not count. */
export const InviteCode = line(2 * INVITE_LENGTH)

/** What a person sees of their own account. */
export const User = Schema.Struct({
  userCode: Schema.String,
  channelCode: Schema.NullOr(Schema.String),
  /** Above 0 where the person is a creator. */
  channelId: Schema.Int,
  email: Schema.NullOr(Schema.String),
  /** Key of a stored picture. */
  headerImage: Schema.NullOr(Schema.String),
  displayName: Schema.NullOr(Schema.String),
  userName: Schema.NullOr(Schema.String),
  bio: Schema.NullOr(Schema.String),
  /** Whether a balance was ever credited to the person. */
  credited: Schema.Boolean,
  roleId: Schema.Int,
  languageCode: Schema.String,
  preferences: Schema.Struct({
    /** The base currency; null while none was chosen. */
    defaultTotalAssetTypeId: Schema.NullOr(Schema.Int),
    bind2FA: Schema.Boolean,
    /** All that was stored, by the preference's id. */
    values: Schema.Record(Schema.String, Schema.String),
  }),
  notifications: Schema.Struct({ email: Schema.Boolean, browser: Schema.Boolean, chat: Schema.Boolean }),
}).annotate({ identifier: "User" })

/** What everybody may see of a person. */
export const PublicUser = Schema.Struct({
  userCode: Schema.String,
  channelCode: Schema.NullOr(Schema.String),
  channelId: Schema.Int,
  headerImage: Schema.NullOr(Schema.String),
  displayName: Schema.NullOr(Schema.String),
  userName: Schema.NullOr(Schema.String),
  bio: Schema.NullOr(Schema.String),
}).annotate({ identifier: "PublicUser" })

/** A session that began: the same token is in the cookie. While the second step is owed nobody is told whose it is. */
export const SessionStarted = Schema.Struct({
  user: Schema.NullOr(User),
  token: Schema.String,
  secondStep: Schema.Boolean,
}).annotate({ identifier: "SessionStarted" })
