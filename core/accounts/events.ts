import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/**
 * Events of accounts. `personId` (a UUID) is also the subject for which personal fields are sealed: they are null after
 * erasure. Times are ISO 8601 in UTC with milliseconds.
 *
 * Mails are sent for these events, in `locale`, to `email` (null after erasure: no mail):
 * - CodeIssued, by `purpose`: Secrets.digitsOf(codeId), Secrets.linkTokenOf({ personId, codeId }), valid until `expiresAt`;
 * - SignUpRepeated: someone signed up with the address of an existing account;
 * - PasswordChanged, unless `rehashed`;
 * - EmailChanged: to `previousEmail`;
 * - SignedIn with `known: false`: from a new browser, `device`;
 * - AccountDeleted: sealed for `farewellId`, because the person's key is deleted at once. That key is deleted after the mail
 *   was sent, at the latest after three days (AccountDeletion.sweep).
 */
const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)
const person = { personId: Schema.String }

/** What a code is for; docs/decisions/0018-accounts.md lists the lifetimes. */
export const Purpose = Schema.Literals(["activation", "signIn", "reset", "password", "preference", "untiefa", "email"])
export type Purpose = typeof Purpose.Type
/** Purposes that need no session: anyone who knows the address can try digits. */
export const PUBLIC_PURPOSES: ReadonlySet<Purpose> = new Set(["activation", "signIn", "reset", "untiefa"])

/**
 * An account was opened; its address is not verified yet. Signing up again before that appends this event again with the
 * same person and user code. The password is then null unless both sign-ups have the same one.
 */
export const AccountOpened = Schema.TaggedStruct("accounts.AccountOpened.v1", {
  ...person,
  /** Begins with "Test" until the person chooses one. */
  userCode: Schema.String,
  email: Personal,
  /** PHC string of Argon2id; null without a password or after erasure. */
  passwordHash: Personal,
  /** The language of mails. */
  locale: Schema.String,
  /** The invite that was used, if any. */
  invite: Schema.NullOr(Schema.String),
  openedAt: Time,
})

/** The email address was verified. */
export const AccountActivated = Schema.TaggedStruct("accounts.AccountActivated.v1", { ...person, activatedAt: Time })

/** A code was issued. Its digits and link are derived from the id (Secrets.ts) and not stored. */
export const CodeIssued = Schema.TaggedStruct("accounts.CodeIssued.v1", {
  ...person,
  codeId: Schema.String,
  purpose: Purpose,
  /** The recipient: with the purpose `email`, the new address. */
  email: Personal,
  locale: Schema.String,
  issuedAt: Time,
  expiresAt: Time,
})
/** Wrong digits were entered for the newest code of a purpose. */
export const CodeRefused = Schema.TaggedStruct("accounts.CodeRefused.v1", {
  ...person,
  codeId: Schema.String,
  purpose: Purpose,
  refusedAt: Time,
})
/** A code was used and is no longer valid. */
export const CodeUsed = Schema.TaggedStruct("accounts.CodeUsed.v1", {
  ...person,
  codeId: Schema.String,
  purpose: Purpose,
  usedAt: Time,
})

/** Someone signed up with the address of this account. Only its owner is notified. */
export const SignUpRepeated = Schema.TaggedStruct("accounts.SignUpRepeated.v1", {
  ...person,
  email: Personal,
  locale: Schema.String,
  repeatedAt: Time,
})

/** The password was changed. All other sessions have ended. */
export const PasswordChanged = Schema.TaggedStruct("accounts.PasswordChanged.v1", {
  ...person,
  passwordHash: Personal,
  /** The same password was hashed with new parameters; no mail is sent. */
  rehashed: Schema.Boolean,
  email: Personal,
  locale: Schema.String,
  changedAt: Time,
})

/** The email address was changed, after a code proved access to the new one. All other sessions have ended. */
export const EmailChanged = Schema.TaggedStruct("accounts.EmailChanged.v1", {
  ...person,
  email: Personal,
  previousEmail: Personal,
  locale: Schema.String,
  changedAt: Time,
})

/** The person chose a display name and a user code. */
export const PersonNamed = Schema.TaggedStruct("accounts.PersonNamed.v1", {
  ...person,
  displayName: Personal,
  userCode: Schema.String,
  namedAt: Time,
})
export const UserNameChosen = Schema.TaggedStruct("accounts.UserNameChosen.v1", {
  ...person,
  userName: Personal,
  chosenAt: Time,
})

/** The profile was changed; the event contains all fields. */
export const ProfileUpdated = Schema.TaggedStruct("accounts.ProfileUpdated.v1", {
  ...person,
  bio: Personal,
  /** Key of a stored picture. */
  headerImage: Personal,
  locale: Schema.String,
  updatedAt: Time,
})
/** The wide picture above the profile; null removes it. The picture of `ProfileUpdated` is the small one. */
export const BannerChanged = Schema.TaggedStruct("accounts.BannerChanged.v1", {
  ...person,
  /** Key of a stored picture. */
  bannerImage: Personal,
  changedAt: Time,
})
export const PreferenceSet = Schema.TaggedStruct("accounts.PreferenceSet.v1", {
  ...person,
  preferenceId: Schema.Int,
  value: Schema.String,
  setAt: Time,
})

/**
 * A session started in a new browser. `known`: it is the person's first browser, so that no warning is sent. In its own
 * stream `signin-<personId>`, because no decision depends on it.
 */
export const SignedIn = Schema.TaggedStruct("accounts.SignedIn.v1", {
  ...person,
  sessionId: Schema.String,
  by: Schema.Literals(["password", "code", "passkey", "thirdParty", "activation"]),
  known: Schema.Boolean,
  device: Personal,
  email: Personal,
  locale: Schema.String,
  signedInAt: Time,
})

/** The account was deleted. The person's key is deleted afterwards, and with it all personal data. */
export const AccountDeleted = Schema.TaggedStruct("accounts.AccountDeleted.v1", {
  ...person,
  /** A subject for this event alone: its key is kept until the last mail is sent. */
  farewellId: Schema.String,
  email: Personal,
  locale: Schema.String,
  deletedAt: Time,
})

export const AccountEvent = Schema.Union([
  AccountOpened,
  AccountActivated,
  CodeIssued,
  CodeRefused,
  CodeUsed,
  SignUpRepeated,
  PasswordChanged,
  EmailChanged,
  PersonNamed,
  UserNameChosen,
  ProfileUpdated,
  BannerChanged,
  PreferenceSet,
  SignedIn,
  AccountDeleted,
]).pipe(Schema.toTaggedUnion("_tag"))
export type AccountEvent = typeof AccountEvent.Type

const sealing = (...fields: ReadonlyArray<string>) => ({ subject: "personId", fields })

export const AccountEvents = makeEventFamily(AccountEvent, {
  sealed: {
    "accounts.AccountOpened.v1": sealing("email", "passwordHash"),
    "accounts.CodeIssued.v1": sealing("email"),
    "accounts.SignUpRepeated.v1": sealing("email"),
    "accounts.PasswordChanged.v1": sealing("passwordHash", "email"),
    "accounts.EmailChanged.v1": sealing("email", "previousEmail"),
    "accounts.PersonNamed.v1": sealing("displayName"),
    "accounts.UserNameChosen.v1": sealing("userName"),
    "accounts.ProfileUpdated.v1": sealing("bio", "headerImage"),
    "accounts.BannerChanged.v1": sealing("bannerImage"),
    "accounts.SignedIn.v1": sealing("device", "email"),
    "accounts.AccountDeleted.v1": { subject: "farewellId", fields: ["email"] },
  },
})

/** A person claimed a unique name, such as an email address or user name. The stream is named after it. */
export const NameClaimed = Schema.TaggedStruct("accounts.NameClaimed.v1", { ...person, claimedAt: Time })
/** The name can be claimed again. */
export const NameReleased = Schema.TaggedStruct("accounts.NameReleased.v1", { ...person, releasedAt: Time })

export const ClaimEvent = Schema.Union([NameClaimed, NameReleased]).pipe(Schema.toTaggedUnion("_tag"))
export type ClaimEvent = typeof ClaimEvent.Type
export const ClaimEvents = makeEventFamily(ClaimEvent)

/** An invitation was made. Its code is derived from the id and not stored. */
export const InviteMade = Schema.TaggedStruct("accounts.InviteMade.v1", {
  inviteId: Schema.String,
  /** The member who made it; null for operators. */
  madeBy: Schema.NullOr(Schema.String),
  madeAt: Time,
  expiresAt: Time,
})
/** An account was opened with the invitation. */
export const InviteUsed = Schema.TaggedStruct("accounts.InviteUsed.v1", {
  inviteId: Schema.String,
  ...person,
  usedAt: Time,
})

export const InviteEvent = Schema.Union([InviteMade, InviteUsed]).pipe(Schema.toTaggedUnion("_tag"))
export type InviteEvent = typeof InviteEvent.Type
export const InviteEvents = makeEventFamily(InviteEvent)
