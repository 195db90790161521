import { EventStore, type SqlClient, type SqlPart } from "#core/kernel"
import { UNSIGNED_MAX } from "./decideRequest.ts"
import { type WithdrawalEvent, WithdrawalEvents } from "./events.ts"
import { PLATFORM_ID } from "./platformId.ts"
import type { Phase } from "./Withdrawal.ts"

/**
 * Event store for withdrawals: limits, phases and reserved coins change in the transaction that appends. Used beneath
 * `bookingStore`, which adds the ledger.
 */
export const withdrawalStore = (store: (typeof EventStore)["Service"]): (typeof EventStore)["Service"] =>
  EventStore.of({
    ...store,
    append: (append) => {
      const facts = append.streams
        .flatMap(({ events }) => events)
        .filter(({ type }) => TYPES.has(type))
        .map(({ type, data }) => WithdrawalEvents.decodeSync(type, data))
      if (facts.length === 0) return store.append(append)
      return store.append({
        ...append,
        ledgerCall: (sql, answer) =>
          facts.reduce((statement, fact) => note(sql, statement, fact), append.ledgerCall?.(sql, answer) ?? answer),
      })
    },
  })

const TYPES = new Set<string>(WithdrawalEvents.types)

/** Phase after each event, and whether it releases the reserved coins. */
const PHASES: Partial<Readonly<Record<WithdrawalEvent["_tag"], readonly [phase: Phase, frees: boolean]>>> = {
  "wallet.WithdrawalApproved.v1": ["approved", false],
  "wallet.WithdrawalCancelled.v1": ["cancelled", true],
  "wallet.WithdrawalBuilt.v1": ["built", false],
  "wallet.WithdrawalSigned.v1": ["signed", false],
  "wallet.WithdrawalBroadcast.v1": ["broadcast", false],
  "wallet.WithdrawalSeen.v1": ["seen", false],
  // Its blocks can still be undone: the coins stay reserved until they are deep.
  "wallet.WithdrawalConfirmed.v1": ["confirmed", false],
  "wallet.WithdrawalFailed.v1": ["failed", true],
}

const note = (sql: SqlClient, answer: SqlPart, fact: WithdrawalEvent): SqlPart => {
  if (fact._tag === "wallet.WithdrawalRequested.v1") {
    const { withdrawalId, personId, assetTypeId, amount, fee, requestedAt, dueAt, limits, approvalsNeeded } = fact
    if (personId === PLATFORM_ID)
      return sql`
        wallet.begin_sweep(${answer}, ${withdrawalId}, ${personId}, ${assetTypeId}, ${amount}::text::numeric,
          ${fee}::text::numeric, ${requestedAt}::text::timestamptz, ${dueAt}::text::timestamptz,
          ${approvalsNeeded}::int)`
    return sql`
      wallet.begin_withdrawal(${answer}, ${withdrawalId}, ${personId}, ${assetTypeId}, ${amount}::text::numeric,
        ${fee}::text::numeric, ${requestedAt}::text::timestamptz, ${dueAt}::text::timestamptz,
        ${approvalsNeeded}::int, ${limits.person}::text::numeric, ${limits.all}::text::numeric,
        ${limits.approvalThreshold ?? null}::text::numeric, ${UNSIGNED_MAX}::int)`
  }
  if (fact._tag === "wallet.ApprovalGiven.v1") return sql`wallet.note_approval(${answer}, ${fact.withdrawalId})`
  if (fact._tag === "wallet.WithdrawalHeldBack.v1") {
    const { withdrawalId, isSent } = fact
    return isSent
      ? sql`wallet.move_withdrawal(${answer}, ${withdrawalId}, 'broadcast', false)`
      : sql`wallet.reset_approvals(wallet.move_withdrawal(${answer}, ${withdrawalId}, 'requested', true), ${withdrawalId})`
  }
  const [phase, frees] = PHASES[fact._tag] ?? []
  if (phase === undefined || frees === undefined) return answer
  const moved = sql`wallet.move_withdrawal(${answer}, ${fact.withdrawalId}, ${phase}, ${frees})`
  if (fact._tag !== "wallet.WithdrawalBuilt.v1" && fact._tag !== "wallet.WithdrawalSigned.v1") return moved
  const { withdrawalId, fee, at } = fact
  const subsidy = sql`
    wallet.note_subsidy(${moved}, ${withdrawalId}, ${fee}::text::numeric, ${at}::text::timestamptz)`
  if (fact._tag === "wallet.WithdrawalSigned.v1")
    return sql`wallet.note_signed(${subsidy}, ${withdrawalId}, ${fact.txid}, ${at}::text::timestamptz)`
  const { assetTypeId, inputs } = fact
  return sql`
    wallet.take_inputs(${subsidy}, ${withdrawalId}, ${assetTypeId}, ${inputs.map(({ txid }) => txid)}::text[],
      ${inputs.map(({ vout }) => vout)}::int[])`
}
