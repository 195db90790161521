import { Effect } from "effect"
import { SignIns } from "#core/accounts"
import type { Sql } from "#core/kernel"
import { parseUnits } from "#core/ledger"
import { AddressBooks, type AddressEntry, WithdrawalPasswords, Withdrawals } from "#core/wallet"
import { listWithdrawals, WITHDRAWALS_PAGE, type WithdrawalEntry, waitForWallet } from "#projections/wallet"
import { translator } from "#src/i18n/index.ts"
import { badField } from "../badField.ts"
import { answer } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { ordinary, writing } from "../limits.ts"
import { member } from "../member.ts"
import { parsePositionCursor } from "../walletCursor.ts"
import { digitsOf, toAmountText } from "../walletFields.ts"
import { refuseEntry, refuseWithdrawal } from "./withdrawal.refusals.ts"

type NewAddress = { readonly assetTypeId: number; readonly label: string; readonly address: string }
type Wish = {
  readonly assetTypeId: number
  readonly entryId: string
  readonly address: string
  readonly amount: string
  readonly fee: string
  readonly speed: "slow" | "normal" | "fast"
  readonly withdrawalPassword: string
  readonly code?: string
}
type Of<Payload> = { readonly payload: Payload }

/** The calls of balance.withdrawal.ts; resolved once for the group. */
export const withdrawalHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Sql>())
  const [desk, books, passwords] = [yield* Withdrawals, yield* AddressBooks, yield* WithdrawalPasswords]
  const signIns = yield* SignIns
  const [limited, limitedWriting] = [yield* ordinary, yield* writing]

  return {
    LoadWithdrawalOptions: Effect.fn("LoadWithdrawalOptions")(function* () {
      const { personId } = yield* member
      yield* limited
      const { isSet: hasPassword, pause } = yield* passwords.status(personId)
      const options = (yield* desk.options(personId)).map(
        ({ assetTypeId, least, left, approvedFrom, fees, ...kind }) => ({
          ...kind,
          assetTypeId,
          least: toAmountText(least, assetTypeId),
          left: toAmountText(left, assetTypeId),
          approvedFrom: toAmountText(approvedFrom, assetTypeId),
          fees: fees.map(({ fee, ...each }) => ({ ...each, fee: toAmountText(fee, assetTypeId) })),
        }),
      )
      const needsCode = yield* signIns.hasSecondStep(personId)
      return answer({
        options,
        hasPassword,
        needsCode,
        pausedUntil: pause?.untilMs ?? null,
        pausedBy: pause?.reason ?? null,
      })
    }, provide),

    LoadAddressBook: Effect.fn("LoadAddressBook")(function* () {
      const { personId } = yield* member
      yield* limited
      return answer({ addresses: (yield* books.list(personId)).map(toAddress) })
    }, provide),

    AddAddress: Effect.fn("AddAddress")(function* ({ payload }: Of<NewAddress>) {
      const { personId } = yield* member
      yield* limitedWriting
      const entryId = yield* books.add(personId, payload).pipe(Effect.catch(refuseEntry))
      const entry = (yield* books.list(personId)).find((each) => each.entryId === entryId)
      if (entry === undefined) return yield* Effect.die(new Error("an address that was kept is not there"))
      return answer({ address: toAddress(entry) }, translator((yield* CurrentCaller).locale)("withdrawCall.entry.kept"))
    }, provide),

    RemoveAddress: Effect.fn("RemoveAddress")(function* ({ payload: { entryId } }: Of<{ readonly entryId: string }>) {
      const { personId } = yield* member
      yield* limitedWriting
      yield* books.remove(personId, entryId).pipe(Effect.catch(refuseWithdrawal))
      return answer({})
    }, provide),

    Withdraw: Effect.fn("Withdraw")(function* ({ payload }: Of<Wish>) {
      const { personId } = yield* member
      yield* limitedWriting
      const t = translator((yield* CurrentCaller).locale)
      const { code = "", ...wish } = payload
      const digits = digitsOf(wish.assetTypeId) ?? 0
      const [amount, fee] = [parseUnits(wish.amount, digits), parseUnits(wish.fee, digits)]
      if (typeof amount === "string") return yield* badField("amount", t(`walletCall.amount.${amount}`))
      if (typeof fee === "string") return yield* badField("fee", t(`walletCall.amount.${fee}`))
      const { withdrawalId, position } = yield* desk
        .request({ ...wish, personId, amount, fee, code })
        .pipe(Effect.catch(refuseWithdrawal))
      yield* waitForWallet(position)
      return answer({ withdrawalId }, t("withdrawCall.begun"))
    }, provide),

    CancelWithdrawal: Effect.fn("CancelWithdrawal")(function* ({
      payload: { withdrawalId },
    }: Of<{ readonly withdrawalId: string }>) {
      const { personId } = yield* member
      yield* limitedWriting
      const { position } = yield* desk.cancel(withdrawalId, { personId }).pipe(Effect.catch(refuseWithdrawal))
      yield* waitForWallet(position)
      return answer({}, translator((yield* CurrentCaller).locale)("withdrawCall.cancelled"))
    }, provide),

    LoadWithdrawals: Effect.fn("LoadWithdrawals")(function* ({
      payload: { cursor },
    }: Of<{ readonly cursor?: string }>) {
      const { personId } = yield* member
      yield* limited
      const rows = yield* listWithdrawals(personId, yield* parsePositionCursor(cursor))
      const next = rows.length === WITHDRAWALS_PAGE ? String(rows.at(-1)?.position) : null
      const open = rows.filter(({ status }) => !ENDED.has(status)).slice(0, PROGRESS_MAX)
      const found = yield* Effect.forEach(open, ({ withdrawalId }) => desk.progress(withdrawalId), {
        concurrency: PROGRESS_AT_ONCE,
      })
      const progress = new Map(open.map(({ withdrawalId }, index) => [withdrawalId, found[index] ?? null]))
      return answer({
        withdrawals: rows.map((row) => toWithdrawal(row, progress.get(row.withdrawalId) ?? null)),
        next,
      })
    }, provide),
  }
})

const ENDED = new Set<string>(["confirmed", "cancelled", "failed"])
/** Withdrawals of one person whose chain is asked how far they are; hardly anybody has two on their way. */
const [PROGRESS_MAX, PROGRESS_AT_ONCE] = [10, 4]
type Progress = Effect.Success<ReturnType<(typeof Withdrawals)["Service"]["progress"]>>

const toAddress = ({ entryId, assetTypeId, label, address, usableFromMs, addedMs }: AddressEntry) => ({
  ...{ entryId, assetTypeId, label, address },
  usableFrom: usableFromMs,
  at: addedMs,
})

const toWithdrawal = (
  { withdrawalId, assetTypeId, amount, fee, address, isInside, status, ...row }: WithdrawalEntry,
  progress: Progress,
) => ({
  ...{ withdrawalId, assetTypeId, address, isInside, status },
  amount: toAmountText(amount, assetTypeId),
  fee: toAmountText(fee, assetTypeId),
  isDelayed: status === "approved" && row.problem !== null,
  isAwaitingApproval: status === "requested" && row.approvals < row.approvalsNeeded,
  dueAt: row.isUnsent ? (progress?.dueMs ?? null) : null,
  confirmations:
    progress === null || progress.confirmations === null
      ? null
      : { count: progress.confirmations, needed: progress.confirmationsNeeded },
  isCancellable: row.isUnsent && (status === "requested" || status === "approved" || status === "built"),
  txid: row.txid,
  at: row.at.getTime(),
})
