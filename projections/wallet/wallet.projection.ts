import { type AccountMove, type LedgerEvent, LedgerEvents, movesOf, readAccount } from "#core/ledger"
import { DepositEvents, DonationEvents, WithdrawalEvents } from "#core/wallet"
import { type Change, change, type EventContext, makeProjection, on, patch, put } from "#projections/runner"
import { deposit, donation, movement, statementBalance, withdrawal } from "./tables.ts"

/** Statements of people, and their donations, deposits and withdrawals. */
export const wallet = makeProjection({
  name: "wallet",
  version: 2,
  tables: [statementBalance, movement, donation, deposit, withdrawal],
  handlers: [
    on(LedgerEvents, {
      "ledger.Transferred.v1": (event, context) => addMovements(event, context),
      "ledger.HoldPosted.v1": (event, context) => addMovements(event, context),
    }),
    on(DepositEvents, {
      "wallet.DepositSeen.v1": ({ depositId, ownerId, assetTypeId, txid, vout, amount, at, ...seen }) => [
        put(deposit, {
          deposit_id: depositId,
          owner_id: ownerId,
          asset_type_id: assetTypeId,
          txid,
          vout,
          amount,
          confirmations_needed: seen.confirmationsNeeded,
          status: "seen",
          height: null,
          seen_at: at,
          credited_at: null,
        }),
      ],
      "wallet.DepositMined.v1": ({ depositId, height, confirmationsNeeded }) => [
        patch(deposit, [depositId], (row) => ({
          ...row,
          height,
          confirmations_needed: confirmationsNeeded ?? row.confirmations_needed,
        })),
      ],
      "wallet.DepositUnmined.v1": ({ depositId }) => [patch(deposit, [depositId], (row) => ({ ...row, height: null }))],
      "wallet.DepositCredited.v1": ({ depositId, at }) => [
        patch(deposit, [depositId], (row) => ({ ...row, status: "credited" as const, credited_at: at })),
      ],
      "wallet.DepositReversed.v1": ({ depositId }) => [
        patch(deposit, [depositId], (row) => ({ ...row, status: "seen" as const, credited_at: null })),
      ],
      "wallet.DepositVanished.v1": ({ depositId }) => [
        patch(deposit, [depositId], (row) => ({ ...row, status: "vanished" as const, height: null })),
      ],
    }),
    on(DonationEvents, {
      "wallet.Donated.v1": ({ donationId, fromId, toId, assetTypeId, amount, message, donatedAt }, { position }) => [
        put(donation, {
          donation_id: donationId,
          position,
          from_id: fromId,
          to_id: toId,
          asset_type_id: assetTypeId,
          amount,
          message,
          at: donatedAt,
        }),
      ],
    }),
    on(WithdrawalEvents, {
      "wallet.WithdrawalRequested.v1": (event, { position }) => [
        put(withdrawal, {
          withdrawal_id: event.withdrawalId,
          position,
          person_id: event.personId,
          asset_type_id: event.assetTypeId,
          amount: event.amount,
          fee: event.fee,
          address: event.address,
          is_internal: event.internalRecipientId !== null,
          approvals_needed: event.approvalsNeeded,
          approvals: 0,
          status: "requested",
          is_unsent: true,
          problem: null,
          txid: null,
          requested_at: event.requestedAt,
        }),
      ],
      "wallet.ApprovalGiven.v1": ({ withdrawalId }) => [
        patch(withdrawal, [withdrawalId], (row) => ({ ...row, approvals: row.approvals + 1 })),
      ],
      "wallet.WithdrawalApproved.v1": (event) => [patchWithdrawal(event, { status: "approved", problem: null })],
      "wallet.WithdrawalCancelled.v1": (event) => [patchWithdrawal(event, { status: "cancelled" })],
      "wallet.WithdrawalBuilt.v1": (event) => [patchWithdrawal(event, { status: "built", problem: null })],
      "wallet.WithdrawalHeldBack.v1": (event) => [
        patch(withdrawal, [event.withdrawalId], (row) =>
          event.isSent
            ? { ...row, status: "broadcast" as const }
            : {
                ...row,
                status: "requested" as const,
                approvals: 0,
                approvals_needed: Math.max(1, row.approvals_needed),
                problem: event.reason,
              },
        ),
      ],
      "wallet.WithdrawalDelayed.v1": (event) => [patchWithdrawal(event, { problem: event.waitsFor })],
      "wallet.WithdrawalSigned.v1": (event) => [
        patchWithdrawal(event, { status: "signed", is_unsent: false, txid: event.txid, fee: personalFee(event) }),
      ],
      "wallet.WithdrawalBroadcast.v1": (event) => [patchWithdrawal(event, { status: "broadcast" })],
      "wallet.WithdrawalSeen.v1": (event) => [patchWithdrawal(event, { status: "seen", txid: event.txid })],
      "wallet.WithdrawalConfirmed.v1": (event) => [
        patchWithdrawal(event, { status: "confirmed", is_unsent: false, txid: event.txid, fee: personalFee(event) }),
      ],
      "wallet.WithdrawalFailed.v1": (event) => [patchWithdrawal(event, { status: "failed" })],
    }),
  ],
})

/** The part of a fee that the person pays. */
const personalFee = ({ fee, subsidy }: { readonly fee: string; readonly subsidy?: string }): string =>
  String(BigInt(fee) - BigInt(subsidy ?? 0))

const patchWithdrawal = (
  { withdrawalId }: { readonly withdrawalId: string },
  changes: Partial<Parameters<Parameters<typeof patch<(typeof withdrawal)["columns"]>>[2]>[0]>,
): Change => patch(withdrawal, [withdrawalId], (row) => ({ ...row, ...changes }))

type EventWithEntries = Extract<LedgerEvent, { readonly entries: unknown }>

const addMovements = (event: EventWithEntries, { position }: EventContext): ReadonlyArray<Change> => {
  const moves = movesOf(event)
  const owners = [...new Set(moves.map(({ account }) => readAccount(account).ownerId))].filter((id) => id !== "")
  return moves.flatMap((move) => addMovement(move, { event, position, owners }))
}

type MovementContext = {
  readonly event: EventWithEntries
  readonly position: number
  readonly owners: ReadonlyArray<string>
}

const addMovement = (
  { account, amount }: AccountMove,
  { event, position, owners }: MovementContext,
): ReadonlyArray<Change> => {
  const { ownerId, assetTypeId } = readAccount(account)
  if (ownerId === "" || amount === 0n) return []
  // Changes of one event are folded in order, and a retry folds both: the second one reads this balance.
  let balance = "0"
  const others = owners.filter((id) => id !== ownerId)
  return [
    change(statementBalance, [account], (row) => {
      balance = String(BigInt(row?.balance ?? 0) + amount)
      return { account, balance }
    }),
    change(movement, [account, position], () => ({
      account,
      position,
      owner_id: ownerId,
      asset_type_id: assetTypeId,
      purpose: event.purpose,
      amount: String(amount),
      balance,
      // A payday pays creators who have nothing to do with each other.
      other_id: others.length === 1 && event.purpose !== "payout" ? (others[0] ?? null) : null,
      reference: event.reference,
      at: event.at,
    })),
  ]
}
