import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/**
 * The facts of accounts. All hang on `personId` (a UUID), which is also the subject that what is personal is sealed for:
 * those fields are null once the person was erased. Times are ISO 8601 in UTC with milliseconds.
 *
 * Mail is written from these, in the language of their `locale`, to their `email` (null: the person was erased, no mail):
 * - CodeIssued, by `purpose`: Secrets.digitsOf(codeId), Secrets.linkTokenOf({ personId, codeId }), good until `expiresAt`;
 * - SignUpRepeated: somebody signed up with an address that has an account;
 * - PasswordChanged, unless `rehashed`;
 * - SignedIn with `known: false`: from a browser that the person had not signed in from, `device`;
 * - AccountDeleted: sealed for `farewellId`, because the person's key is dropped at once; what is sealed for it is erased
 *   when the mail has left, and after three days in any case (AccountDeletion.sweep).
 */
const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)
const person = { personId: Schema.String }

/** What a code is good for; see docs/decisions/0018-accounts.md for how long each lives. */
export const Purpose = Schema.Literals(["activation", "signIn", "reset", "password", "preference", "untiefa"])
export type Purpose = typeof Purpose.Type
/** Purposes whose digits anyone who knows the address can try. The others need a session. */
export const PUBLIC_PURPOSES: ReadonlySet<Purpose> = new Set(["activation", "signIn", "reset", "untiefa"])

/**
 * Somebody signed up. Nobody knows yet whether the address is theirs. Signing up again before that is proven is this fact
 * again, with the same person and code; the password is then null unless both times the same one was chosen.
 */
export const AccountOpened = Schema.TaggedStruct("accounts.AccountOpened.v1", {
  ...person,
  /** Begins with "Test" until the person chooses one. */
  userCode: Schema.String,
  email: Personal,
  /** PHC string of Argon2id; null where the account has no password, or was erased. */
  passwordHash: Personal,
  /** The language of their mails: one of the interface's. */
  locale: Schema.String,
  /** The invite that was used, if any. */
  invite: Schema.NullOr(Schema.String),
  openedAt: Time,
})

/** The address was proven to be the person's. */
export const AccountActivated = Schema.TaggedStruct("accounts.AccountActivated.v1", { ...person, activatedAt: Time })

/** A code was made and is to be sent. Its digits and its link follow from the id (codes.ts) and stand nowhere. */
export const CodeIssued = Schema.TaggedStruct("accounts.CodeIssued.v1", {
  ...person,
  codeId: Schema.String,
  purpose: Purpose,
  /** Where it is sent to. */
  email: Personal,
  locale: Schema.String,
  issuedAt: Time,
  expiresAt: Time,
})
/** Somebody gave wrong digits for the newest code of a purpose. */
export const CodeRefused = Schema.TaggedStruct("accounts.CodeRefused.v1", {
  ...person,
  codeId: Schema.String,
  purpose: Purpose,
  refusedAt: Time,
})
/** A code did what it was for; it is no longer valid. */
export const CodeUsed = Schema.TaggedStruct("accounts.CodeUsed.v1", {
  ...person,
  codeId: Schema.String,
  purpose: Purpose,
  usedAt: Time,
})

/** Somebody tried to sign up with the address of this account. Its owner gets a mail; anyone who tried is told nothing. */
export const SignUpRepeated = Schema.TaggedStruct("accounts.SignUpRepeated.v1", {
  ...person,
  email: Personal,
  locale: Schema.String,
  repeatedAt: Time,
})

/** A new password counts. Every session but the one that changed it has ended. */
export const PasswordChanged = Schema.TaggedStruct("accounts.PasswordChanged.v1", {
  ...person,
  passwordHash: Personal,
  /** The same password under newer parameters; nobody is told. */
  rehashed: Schema.Boolean,
  email: Personal,
  locale: Schema.String,
  changedAt: Time,
})

/** The person chose how they are called and under which code they have their page. */
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

/** The person changed what their page says. All fields as they are now. */
export const ProfileUpdated = Schema.TaggedStruct("accounts.ProfileUpdated.v1", {
  ...person,
  bio: Personal,
  /** Key of a stored picture. */
  headerImage: Personal,
  locale: Schema.String,
  updatedAt: Time,
})
export const PreferenceSet = Schema.TaggedStruct("accounts.PreferenceSet.v1", {
  ...person,
  preferenceId: Schema.Int,
  value: Schema.String,
  setAt: Time,
})

/**
 * A session began in a browser that the person had not signed in from. `known`: it is their first one, so that nobody has to
 * be warned. Stands in a stream of its own, `signin-<personId>`: nothing is decided by it.
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

/** The person left. Their key is dropped after this, and with it everything personal. */
export const AccountDeleted = Schema.TaggedStruct("accounts.AccountDeleted.v1", {
  ...person,
  /** A subject made up for this one fact: what is sealed for it outlives the person's key until the last mail is sent. */
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
  PersonNamed,
  UserNameChosen,
  ProfileUpdated,
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
    "accounts.PersonNamed.v1": sealing("displayName"),
    "accounts.UserNameChosen.v1": sealing("userName"),
    "accounts.ProfileUpdated.v1": sealing("bio", "headerImage"),
    "accounts.SignedIn.v1": sealing("device", "email"),
    "accounts.AccountDeleted.v1": { subject: "farewellId", fields: ["email"] },
  },
})

/** Something that only one account may have is this person's from now on. Its stream is named after what is claimed. */
export const NameClaimed = Schema.TaggedStruct("accounts.NameClaimed.v1", { ...person, claimedAt: Time })
/** It is free again. */
export const NameReleased = Schema.TaggedStruct("accounts.NameReleased.v1", { ...person, releasedAt: Time })

export const ClaimEvent = Schema.Union([NameClaimed, NameReleased]).pipe(Schema.toTaggedUnion("_tag"))
export type ClaimEvent = typeof ClaimEvent.Type
export const ClaimEvents = makeEventFamily(ClaimEvent)

/** Somebody may be invited. The code of the invitation follows from its id and stands nowhere. */
export const InviteMade = Schema.TaggedStruct("accounts.InviteMade.v1", {
  inviteId: Schema.String,
  /** Whose invitation it is; null where operators made it. */
  madeBy: Schema.NullOr(Schema.String),
  madeAt: Time,
  expiresAt: Time,
})
/** An account was opened with it. */
export const InviteUsed = Schema.TaggedStruct("accounts.InviteUsed.v1", {
  inviteId: Schema.String,
  ...person,
  usedAt: Time,
})

export const InviteEvent = Schema.Union([InviteMade, InviteUsed]).pipe(Schema.toTaggedUnion("_tag"))
export type InviteEvent = typeof InviteEvent.Type
export const InviteEvents = makeEventFamily(InviteEvent)
