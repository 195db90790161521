import { Result } from "effect"
import type { Entry, LedgerEvent } from "#core/ledger"
import { type HoldState, personAccount, platformAccount, postHold, transferred, voidHold } from "#core/ledger"
import type { WithdrawalEvent } from "./events.ts"
import { PLATFORM_ID } from "./platformId.ts"
import { splitFee } from "./splitFee.ts"
import type { WithdrawalState } from "./Withdrawal.ts"

type Open = NonNullable<WithdrawalState>

/** What a fact about a withdrawal does to its hold and to the accounts of the platform. */
export type Booking = { readonly hold: ReadonlyArray<LedgerEvent>; readonly transfer: ReadonlyArray<LedgerEvent> }

/**
 * Coins leave custody when they are signed away, and stand on `out` and `network` until they arrived: what custody owes is
 * what the hot wallet has, payments under way subtracted. The person pays when they arrived, and of the fee no more than they agreed to.
 * @throws where the hold is not there or was let go: never a refusal
 */
export const bookingOf = (
  fact: WithdrawalEvent,
  state: Open,
  { hold, transferId, at }: { readonly hold: HoldState; readonly transferId: string; readonly at: string },
): Booking => {
  const { personId, assetTypeId, amount, attempts, withdrawalId, internalRecipientId, confirmedBy, feeMax } = state
  const platform = (kind: Parameters<typeof platformAccount>[0]) => platformAccount(kind, assetTypeId)
  const [custody, out, network, suspense, fees] = [
    platform("custody"),
    platform("out"),
    platform("network"),
    platform("suspense"),
    platform("fees"),
  ]
  const isPlatform = personId === PLATFORM_ID
  // What the platform sends to cold storage stays its own; the fees are its cost.
  const [person, payer] = isPlatform
    ? [platform("cold"), fees]
    : [personAccount("available", assetTypeId, personId), personAccount("available", assetTypeId, personId)]
  const move = (entries: ReadonlyArray<Entry>): ReadonlyArray<LedgerEvent> =>
    entries.every((entry) => entry.amount === 0n)
      ? []
      : [transferred({ transferId, purpose: "withdrawal", reference: `withdrawal-${withdrawalId}`, entries, at })]
  const last = attempts.at(-1)

  switch (fact._tag) {
    case "wallet.WithdrawalSigned.v1": {
      const amountNow = last === undefined ? amount : 0n
      const feeNow = BigInt(fact.fee) - (last?.fee ?? 0n)
      return {
        hold: [],
        transfer: move([
          { account: custody, amount: amountNow + feeNow },
          { account: out, amount: -amountNow },
          { account: network, amount: -feeNow },
        ]),
      }
    }
    case "wallet.WithdrawalConfirmed.v1": {
      if (internalRecipientId !== null) {
        const gains = [{ account: personAccount("available", assetTypeId, internalRecipientId), amount }]
        return { hold: Result.getOrThrow(postHold(gains, at)(hold)), transfer: [] }
      }
      const fee = BigInt(fact.fee)
      const share = splitFee(fee, feeMax)
      if (confirmedBy !== null) {
        // Another transaction of it is in the chain instead: its fee is what it costs, as far as its person has it.
        const missing = BigInt(fact.missing ?? 0)
        const before = splitFee(confirmedBy.fee, feeMax)
        return {
          hold: [],
          transfer: move([
            { account: payer, amount: missing - confirmedBy.missing - (share.person - before.person) },
            { account: suspense, amount: confirmedBy.missing - missing },
            { account: fees, amount: before.platform - share.platform },
            { account: custody, amount: fee - confirmedBy.fee },
          ]),
        }
      }
      // An earlier transaction with a lower fee may have won.
      const spared = (last?.fee ?? fee) - fee
      const gains = [
        { account: out, amount },
        { account: network, amount: share.person },
      ]
      const paid = [
        { account: person, amount: -amount },
        { account: payer, amount: -share.person },
      ]
      return {
        hold: isPlatform ? [] : Result.getOrThrow(postHold(gains, at)(hold)),
        transfer: move([
          ...(isPlatform ? [...gains, ...paid] : []),
          { account: custody, amount: -spared },
          { account: fees, amount: -share.platform },
          { account: network, amount: spared + share.platform },
        ]),
      }
    }
    case "wallet.WithdrawalCancelled.v1":
      return { hold: isPlatform ? [] : Result.getOrThrow(voidHold(at)(hold)), transfer: [] }
    case "wallet.WithdrawalFailed.v1": {
      // It had arrived, and its blocks were undone: its person has back what they paid.
      if (confirmedBy !== null) {
        const { fee, missing } = confirmedBy
        const share = splitFee(fee, feeMax)
        return {
          hold: [],
          transfer: move([
            { account: person, amount },
            { account: payer, amount: share.person - missing },
            { account: suspense, amount: missing },
            { account: fees, amount: share.platform },
            { account: custody, amount: -(amount + fee) },
          ]),
        }
      }
      const fee = last?.fee ?? 0n
      return {
        hold: isPlatform ? [] : Result.getOrThrow(voidHold(at)(hold)),
        transfer: move([
          { account: custody, amount: -(amount + fee) },
          { account: out, amount },
          { account: network, amount: fee },
        ]),
      }
    }
    default:
      return { hold: [], transfer: [] }
  }
}
