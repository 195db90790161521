import { createHash } from "node:crypto"
import { DAY_MS, type DepartureReason, GIFT_RULE_FIRST, RULE_DEFAULTS, RULE_NUMBERS } from "#contract/subscriptions"
import { AccountEvents } from "#core/accounts"
import { SubjectEvents } from "#core/kernel"
import { type RuleEvent, RuleEvents } from "#core/subscriptions"
import { type Change, change, makeProjection, on, patch } from "#projections/runner"
import { type MembershipRow, type Stay, type Stays, subscriptionMembership } from "./tables.ts"

/** Who joined and left creators, when and why. */
export const memberships = makeProjection({
  name: "memberships",
  version: 1,
  tables: [subscriptionMembership],
  handlers: [
    on(RuleEvents, {
      "subscriptions.RuleAdded.v1": ({ personId, number }) => [
        change(subscriptionMembership, [memberOf(personId), number], (row) => row ?? newRow(personId, number)),
      ],
      "subscriptions.TermsSet.v1": ({ autoRenew, ...rule }) => [
        changed(rule, (row) => ({ ...row, auto_renew: autoRenew })),
      ],
      "subscriptions.IntentSet.v1": ({ intent, ...rule }) => [changed(rule, (row) => ({ ...row, intent }))],
      "subscriptions.CreatorSet.v1": ({ creatorId, by, countsUntil, isPaid, setAt, ...rule }) => {
        if (countsUntil !== null) return [changed(rule, (row) => leave(row, [creatorId], setAt, REMOVED[by]))]
        return isPaid ? [changed(rule, (row) => join(row, [creatorId], setAt))] : []
      },
      "subscriptions.TermBegun.v1": ({ creatorIds, begunAt, ...rule }) => [
        changed(rule, (row) => ({ ...join(row, creatorIds, begunAt), intent: "active" })),
      ],
      "subscriptions.RuleLapsed.v1": ({ reason, lapsedAt, ...rule }) => [
        changed(rule, (row) => lapse(row, reason, lapsedAt)),
      ],
      "subscriptions.SeatsPaid.v1": ({ creatorIds, from, ...rule }) => [
        changed(rule, (row) => ({ ...row, premium: opened(row.premium, creatorIds, from) })),
      ],
      "subscriptions.SeatsLost.v1": ({ creatorIds, reason, lostAt, ...rule }) => [
        changed(rule, (row) => ({
          ...row,
          premium: closed(row.premium, creatorIds, lostAt, reason === "lapsed" ? endReason(row) : LOST_SEAT[reason]),
        })),
      ],
    }),
    on(AccountEvents, {
      "accounts.AccountDeleted.v1": ({ personId, deletedAt }) => forget(personId, deletedAt),
    }),
    on(SubjectEvents, {
      "kernel.SubjectErased.v1": ({ subjectId }, { recordedAt }) => forget(subjectId, recordedAt),
    }),
  ],
})

/** The digest that stands for a person. */
const memberOf = (personId: string): string =>
  createHash("sha256").update(`membership:${personId}`).digest("base64url").slice(0, 22)

const newRow = (personId: string, number: number): MembershipRow => ({
  ...{ member: memberOf(personId), number, person_id: personId },
  ...{ intent: "active", auto_renew: RULE_DEFAULTS.autoRenew, creator_ids: [], stays: {}, premium: {} },
})

const changed = (
  { personId, number }: { readonly personId: string; readonly number: number },
  fold: (row: MembershipRow) => MembershipRow,
): Change =>
  change(subscriptionMembership, [memberOf(personId), number], (row) => fold(row ?? newRow(personId, number)))

/** Opens a stay with each of these creators who has none that is open. */
const opened = (stays: Stays, creatorIds: ReadonlyArray<string>, at: string): Stays => ({
  ...stays,
  ...Object.fromEntries(
    creatorIds
      .filter((creatorId) => !isOpen(stays[creatorId]?.at(-1)))
      .map((creatorId) => {
        const known = stays[creatorId] ?? []
        // A clock that was set back must not make stays overlap.
        const from = latest(at, known.at(-1)?.to ?? at)
        return [creatorId, [...known, { from, to: null, reason: null }]]
      }),
  ),
})

/** Ends the open stays with these creators. */
const closed = (stays: Stays, creatorIds: ReadonlyArray<string>, at: string, reason: DepartureReason): Stays =>
  mapLast(stays, (stay, creatorId) =>
    isOpen(stay) && creatorIds.includes(creatorId) ? { ...stay, to: latest(at, stay.from), reason } : stay,
  )

const join = (row: MembershipRow, creatorIds: ReadonlyArray<string>, at: string): MembershipRow => ({
  ...row,
  creator_ids: [...new Set([...row.creator_ids, ...creatorIds])],
  stays: opened(row.stays, creatorIds, at),
})

const leave = (
  row: MembershipRow,
  creatorIds: ReadonlyArray<string>,
  at: string,
  reason: DepartureReason,
): MembershipRow => ({ ...row, stays: closed(row.stays, creatorIds, at, reason) })

type LapseReason = Extract<RuleEvent, { readonly _tag: "subscriptions.RuleLapsed.v1" }>["reason"]
const lapse = (row: MembershipRow, why: LapseReason, at: string): MembershipRow => {
  const reason = why === "ended" ? endReason(row) : LAPSED[why]
  const left = leave(row, row.creator_ids, at, reason)
  return {
    ...left,
    // The seats went in the same append, which did not know why.
    premium: mapLast(left.premium, (seat) => (seat.to === at ? { ...seat, reason } : seat)),
    intent: why === "missed" || why === "undone" ? "paused" : row.intent,
  }
}

/** Why a rule that is not renewed ended. */
const endReason = ({ number, intent }: MembershipRow): DepartureReason => {
  if (number >= GIFT_RULE_FIRST) return "giftEnded"
  return intent === "active" ? "notRenewed" : intent
}

/** Takes the person out of their rows, and says why what ended with the account did. */
const forget = (personId: string, at: string): ReadonlyArray<Change> =>
  RULE_NUMBERS.map((number) =>
    patch(subscriptionMembership, [memberOf(personId), number], (row) => ({
      ...row,
      person_id: null,
      stays: endWithAccount(row.stays, at),
      premium: endWithAccount(row.premium, at),
    })),
  )

const endWithAccount = (stays: Stays, at: string): Stays =>
  mapLast(stays, (stay) => {
    if (stay.to === null) return { ...stay, to: latest(at, stay.from), reason: "accountClosed" }
    // Closing an account first cancels its rules with a refund.
    const isRecent = stay.reason === "refunded" && Date.parse(at) - Date.parse(stay.to) <= DAY_MS
    return isRecent ? { ...stay, reason: "accountClosed" } : stay
  })

const isOpen = (stay: Stay | undefined): stay is Stay => stay !== undefined && stay.to === null

const latest = (one: string, other: string): string => (one > other ? one : other)

const mapLast = (stays: Stays, fold: (stay: Stay, creatorId: string) => Stay): Stays =>
  Object.fromEntries(
    Object.entries(stays).map(([creatorId, known]) => [
      creatorId,
      known.map((stay, place) => (place === known.length - 1 ? fold(stay, creatorId) : stay)),
    ]),
  )

const REMOVED = { payer: "removed", creator: "channelClosed", operator: "channelWithheld" } as const
const LAPSED = { missed: "paymentFailed", refunded: "refunded", undone: "paymentReversed" } as const
const LOST_SEAT = {
  unwanted: "cancelled",
  withdrawn: "offerEnded",
  balance: "paymentFailed",
  refunded: "refunded",
  creatorLeft: "channelClosed",
  undone: "paymentReversed",
} as const
