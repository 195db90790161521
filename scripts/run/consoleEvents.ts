import { createHash } from "node:crypto"

/** Streams that only operators write, each with all of its events. */
const OWN_STREAMS = [
  "operation",
  "operators",
  "operatorkeys",
  "refusedsignins",
  "reveals",
  "flags",
  "releases",
  "macros",
  "slapolicy",
  "idpolicy",
] as const

/** Streams that others write too, with the events that operations append to them. */
const SHARED_STREAMS: Readonly<Record<string, ReadonlyArray<string>>> = {
  application: ["channels.ReviewStarted.v1", "channels.ApplicationApproved.v1", "channels.ApplicationRejected.v1"],
  channel: ["channels.ChannelOpened.v1"],
  channelnumbers: ["channels.ChannelNumbered.v1"],
  channelcode: ["channels.ChannelCodeGiven.v1"],

  case: [
    "moderation.CaseClaimed.v1",
    "moderation.CaseReleased.v1",
    "moderation.CaseClosed.v1",
    "moderation.MeasureTaken.v1",
    "moderation.MeasureLifted.v1",
    "moderation.AuthorBanned.v1",
    "moderation.StatementSent.v1",
    "moderation.AppealDecided.v1",
  ],
  chatroom: ["chat.BannedByOperators.v1", "chat.UnbannedByOperators.v1"],

  idcheck: [
    "identity.ReviewClaimed.v1",
    "identity.ReviewReleased.v1",
    "identity.MrzChecked.v1",
    "identity.NumberReused.v1",
    "identity.ApprovalGiven.v1",
    "identity.Verified.v1",
    "identity.ResubmissionAsked.v1",
    "identity.Rejected.v1",
    "identity.Revoked.v1",
    "identity.PreservationOrdered.v1",
    "identity.PreservationLifted.v1",
    "identity.DocumentShredded.v1",
  ],
  iddoc: ["identity.NumberClaimed.v1"],

  ticket: [
    "tickets.TicketOpened.v1",
    "tickets.MessageAdded.v1",
    "tickets.AttachmentAdded.v1",
    "tickets.ReplyHeld.v1",
    "tickets.ReplyTakenBack.v1",
    "tickets.TicketAssigned.v1",
    "tickets.TicketPrioritised.v1",
    "tickets.TicketTagged.v1",
    "tickets.TicketSolved.v1",
    "tickets.TicketMerged.v1",
    "tickets.TicketAbsorbed.v1",
    "tickets.TicketUnmerged.v1",
    "tickets.TicketDetached.v1",
    "tickets.TicketSplit.v1",
  ],
  ticketnumber: ["tickets.TicketNumbered.v1"],
  ticketowner: ["tickets.TicketCounted.v1"],

  withdrawal: ["wallet.ApprovalGiven.v1", "wallet.WithdrawalApproved.v1", "wallet.WithdrawalCancelled.v1"],
  withdrawalRules: ["wallet.WithdrawalRulesSet.v1", "wallet.WithdrawalsStopped.v1", "wallet.WithdrawalsResumed.v1"],
  assetTypes: ["wallet.AssetTypeSet.v1"],
  chain: ["wallet.ChainResumed.v1"],
  suspense: ["wallet.SuspenseSettled.v1"],
  transfer: ["ledger.Transferred.v1"],
  hold: ["ledger.HoldVoided.v1"],
  walletOwner: ["ledger.OwnerFrozen.v1", "ledger.OwnerUnfrozen.v1"],

  account: ["accounts.AccountDeleted.v1"],
  email: ["accounts.NameReleased.v1"],
  username: ["accounts.NameReleased.v1"],
}

/** Events that operations append to streams of others, as `category type`. */
export const SHARED_EVENTS: ReadonlyArray<string> = Object.entries(SHARED_STREAMS).flatMap(([category, types]) =>
  types.map((type) => `${category} ${type}`),
)

/** An operator by id, and the sign-in before the operator is known. Names of the machine's users are no ids. */
const ACTORS = "^operator:([0-9a-f-]{36}|signing-in)$"

/**
 * What an event must be so that the console's role may append it. It names the role as a text: a policy for a role could
 * not be restored on a server that lacks it.
 */
const conditionOf = (role: string): string =>
  `current_user <> ${literal(role)} or (actor ~ ${literal(ACTORS)} and (split_part(stream, '-', 1) = any (${arrayOf(OWN_STREAMS)})
    or split_part(stream, '-', 1) || ' ' || type = any (${arrayOf(SHARED_EVENTS)})))`

/** The condition as the comment of its policy, because PostgreSQL stores it in a form of its own. */
export const digestOfPolicy = (role: string): string =>
  createHash("sha256").update(conditionOf(role)).digest("base64url")

/** The policies of the log, as statements. The owner of the tables passes them by, and appends as fast as without. */
export const policiesOf = (role: string): ReadonlyArray<string> => [
  "alter table es.event enable row level security",
  "drop policy if exists everybody on es.event",
  "create policy everybody on es.event using (true) with check (true)",
  `drop policy if exists ${identifier(role)} on es.event`,
  `create policy ${identifier(role)} on es.event as restrictive for insert with check (${conditionOf(role)})`,
  `comment on policy ${identifier(role)} on es.event is ${literal(digestOfPolicy(role))}`,
]

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
const arrayOf = (texts: ReadonlyArray<string>): string => `array[${texts.map(literal).join(", ")}]`
