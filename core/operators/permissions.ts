/** What an operator may do at the console. Every operation and every page names one of them. */
export const PERMISSIONS = [
  "overview.read",
  "applications.read",
  "applications.decide",
  "projections.read",
  "projections.operate",
  "events.read",
  "feeds.read",
  "feeds.operate",
  "flags.read",
  "flags.set",
  "people.read",
  "people.reveal",
  "people.freeze",
  "people.erase",
  "reports.read",
  "reports.decide",
  "withdrawals.read",
  "withdrawals.approve",
  "withdrawals.stop",
  "withdrawals.resume",
  "tickets.read",
  "tickets.answer",
  "identity.read",
  "identity.review",
  "looks.embargo",
  "mail.read",
  "nodes.read",
  "releases.choose",
  "audit.read",
  "operators.read",
  "operators.manage",
  "operators.suspend",
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Reading that shows nobody's personal data or money. */
const READING = [
  "overview.read",
  "applications.read",
  "projections.read",
  "events.read",
  "feeds.read",
  "flags.read",
  "nodes.read",
  "operators.read",
] as const satisfies ReadonlyArray<Permission>

/**
 * The roles. A role is a set of permissions; an operator has those of all their roles. No role has both money and keys:
 * who pays out cannot appoint others.
 */
export const ROLE_PERMISSIONS = {
  viewer: READING,
  support: [
    ...READING,
    "people.read",
    "people.reveal",
    "people.freeze",
    "people.erase",
    "tickets.read",
    "tickets.answer",
    "mail.read",
  ],
  moderator: [...READING, "people.read", "people.freeze", "reports.read", "reports.decide", "applications.decide"],
  reviewer: [...READING, "people.read", "identity.read", "identity.review", "looks.embargo"],
  treasurer: [
    ...READING,
    "people.read",
    "people.freeze",
    "withdrawals.read",
    "withdrawals.approve",
    "withdrawals.stop",
    "withdrawals.resume",
  ],
  engineer: [
    ...READING,
    "releases.choose",
    "projections.operate",
    "feeds.operate",
    "flags.set",
    "mail.read",
    "withdrawals.read",
    "withdrawals.stop",
  ],
  auditor: [
    ...READING,
    "people.read",
    "reports.read",
    "withdrawals.read",
    "tickets.read",
    "identity.read",
    "mail.read",
    "audit.read",
  ],
  keyHolder: [...READING, "audit.read", "operators.manage", "operators.suspend"],
  /** For an hour, opened by the operator alone: see what is wrong and stop it, but neither pay nor appoint nor reveal. */
  breakGlass: [
    ...READING,
    "people.read",
    "people.freeze",
    "reports.read",
    "tickets.read",
    "mail.read",
    "withdrawals.read",
    "withdrawals.stop",
    "projections.operate",
    "feeds.operate",
    "flags.set",
  ],
} as const satisfies Readonly<Record<string, ReadonlyArray<Permission>>>

/** A role, or the emergency permissions that nobody can be granted. */
export type HeldRole = keyof typeof ROLE_PERMISSIONS
/** The roles that can be granted. */
export type OperatorRole = Exclude<HeldRole, "breakGlass">
export const OPERATOR_ROLES = (Object.keys(ROLE_PERMISSIONS) as ReadonlyArray<HeldRole>).filter(
  (role): role is OperatorRole => role !== "breakGlass",
)

/** Roles that nobody may have together: who moves money does not appoint operators. */
export const APART = [["treasurer", "keyHolder"]] as const satisfies ReadonlyArray<
  readonly [OperatorRole, OperatorRole]
>

export const permissionsOf = (roles: ReadonlyArray<HeldRole>): ReadonlySet<Permission> =>
  new Set(roles.flatMap((role): ReadonlyArray<Permission> => ROLE_PERMISSIONS[role]))
