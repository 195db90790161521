import { Result } from "effect"
import type { Entry, LedgerEvent } from "#core/ledger"
import { type HoldState, personAccount, platformAccount, postHold, transferredEvent, voidHold } from "#core/ledger"
import type { WithdrawalEvent } from "./events.ts"
import { PLATFORM_ID } from "./platformId.ts"
import { splitFee } from "./splitFee.ts"
import type { WithdrawalState } from "./Withdrawal.ts"

type Open = NonNullable<WithdrawalState>

/** Effect of a withdrawal event on its hold and on the platform accounts. */
export type Booking = { readonly hold: ReadonlyArray<LedgerEvent>; readonly transfer: ReadonlyArray<LedgerEvent> }

/**
 * Coins leave custody when they are signed, and stay on `out` and `network` until confirmation, so custody always
 * equals the hot wallet minus payments in flight. The person pays at confirmation, and never more than the agreed fee.
 * @throws if the hold is missing or closed, which is a defect
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
  // A sweep stays property of the platform; its fee is the platform's cost.
  const [person, payer] = isPlatform
    ? [platform("cold"), fees]
    : [personAccount("available", assetTypeId, personId), personAccount("available", assetTypeId, personId)]
  const move = (entries: ReadonlyArray<Entry>): ReadonlyArray<LedgerEvent> =>
    entries.every((entry) => entry.amount === 0n)
      ? []
      : [transferredEvent({ transferId, purpose: "withdrawal", reference: `withdrawal-${withdrawalId}`, entries, at })]
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
        // Another attempt is in the chain: its fee applies, as far as the person can pay it.
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
      // An earlier attempt with a lower fee may have confirmed.
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
      // It was confirmed and then undone: the person is refunded.
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
