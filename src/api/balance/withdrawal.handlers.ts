import { Effect } from "effect"
import { OPEN_WITHDRAWAL_PHASES } from "#contract/wallet"
import { SignIns } from "#core/accounts"
import type { Sql } from "#core/kernel"
import { parseUnits } from "#core/ledger"
import { AddressBooks, type AddressEntry, WithdrawalPasswords, Withdrawals } from "#core/wallet"
import { listWithdrawals, WITHDRAWALS_PAGE, type WithdrawalEntry, waitForWallet } from "#projections/wallet"
import { translator } from "#src/i18n/index.ts"
import { badField } from "../badField.ts"
import type { RequestOf } from "../calls.ts"
import { answer } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { digitsOf, parsePositionCursor, toAmountText } from "../walletFields.ts"
import type { withdrawalEndpoints } from "./withdrawal.contract.ts"
import { refuseEntry, refuseWithdrawal } from "./withdrawal.refusals.ts"

/** Handlers of `withdrawalEndpoints`. */
export const withdrawalHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Sql>())
  const [withdrawals, books, passwords] = [yield* Withdrawals, yield* AddressBooks, yield* WithdrawalPasswords]
  const signIns = yield* SignIns
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  return {
    LoadWithdrawalOptions: Effect.fn("LoadWithdrawalOptions")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const { isSet: hasPassword, pause } = yield* passwords.status(personId)
      const options = (yield* withdrawals.options(personId)).map(
        ({ assetTypeId, minimum, remaining, approvalThreshold, fees, ...kind }) => ({
          ...kind,
          assetTypeId,
          minimum: toAmountText(minimum, assetTypeId),
          remaining: toAmountText(remaining, assetTypeId),
          approvalThreshold: toAmountText(approvalThreshold, assetTypeId),
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
      const { personId } = yield* requireMember
      yield* limited
      return answer({ addresses: (yield* books.list(personId)).map(toAddress) })
    }, provide),

    AddAddress: Effect.fn("AddAddress")(function* ({ payload }: RequestOf<typeof withdrawalEndpoints, "AddAddress">) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const entryId = yield* books.add(personId, payload).pipe(Effect.catch(refuseEntry))
      const entry = (yield* books.list(personId)).find((each) => each.entryId === entryId)
      if (entry === undefined) return yield* Effect.die(new Error("an added address is missing"))
      return answer({ address: toAddress(entry) }, translator((yield* CurrentCaller).locale)("withdrawCall.entry.kept"))
    }, provide),

    RemoveAddress: Effect.fn("RemoveAddress")(function* ({
      payload: { entryId },
    }: RequestOf<typeof withdrawalEndpoints, "RemoveAddress">) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* books.remove(personId, entryId).pipe(Effect.catch(refuseWithdrawal))
      return answer({})
    }, provide),

    Withdraw: Effect.fn("Withdraw")(function* ({ payload }: RequestOf<typeof withdrawalEndpoints, "Withdraw">) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const t = translator((yield* CurrentCaller).locale)
      const { code = "", ...request } = payload
      const digits = digitsOf(request.assetTypeId) ?? 0
      const [amount, fee] = [parseUnits(request.amount, digits), parseUnits(request.fee, digits)]
      if (typeof amount === "string") return yield* badField("amount", t(`walletCall.amount.${amount}`))
      if (typeof fee === "string") return yield* badField("fee", t(`walletCall.amount.${fee}`))
      const { withdrawalId, position } = yield* withdrawals
        .request({ ...request, personId, amount, fee, code })
        .pipe(Effect.catch(refuseWithdrawal))
      yield* waitForWallet(position)
      return answer({ withdrawalId }, t("withdrawCall.begun"))
    }, provide),

    CancelWithdrawal: Effect.fn("CancelWithdrawal")(function* ({
      payload: { withdrawalId },
    }: RequestOf<typeof withdrawalEndpoints, "CancelWithdrawal">) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const { position } = yield* withdrawals.cancel(withdrawalId, { personId }).pipe(Effect.catch(refuseWithdrawal))
      yield* waitForWallet(position)
      return answer({}, translator((yield* CurrentCaller).locale)("withdrawCall.cancelled"))
    }, provide),

    LoadWithdrawals: Effect.fn("LoadWithdrawals")(function* ({
      payload: { cursor },
    }: RequestOf<typeof withdrawalEndpoints, "LoadWithdrawals">) {
      const { personId } = yield* requireMember
      yield* limited
      const rows = yield* listWithdrawals(personId, yield* parsePositionCursor(cursor))
      const next = rows.length === WITHDRAWALS_PAGE ? String(rows.at(-1)?.position) : null
      const open = rows.filter(({ status }) => OPEN.has(status)).slice(0, PROGRESS_MAX)
      const found = yield* Effect.forEach(open, ({ withdrawalId }) => withdrawals.progress(withdrawalId), {
        concurrency: PROGRESS_CONCURRENCY,
      })
      const progress = new Map(open.map(({ withdrawalId }, index) => [withdrawalId, found[index] ?? null]))
      return answer({
        withdrawals: rows.map((row) => toWithdrawal(row, progress.get(row.withdrawalId) ?? null)),
        next,
      })
    }, provide),
  }
})

const OPEN = new Set<string>(OPEN_WITHDRAWAL_PHASES)
/** Open withdrawals of one page that read their progress from the chain, and how many at once. */
const [PROGRESS_MAX, PROGRESS_CONCURRENCY] = [10, 4]
type Progress = Effect.Success<ReturnType<(typeof Withdrawals)["Service"]["progress"]>>

const toAddress = ({ entryId, assetTypeId, label, address, usableFromMs, addedMs }: AddressEntry) => ({
  ...{ entryId, assetTypeId, label, address },
  usableFrom: usableFromMs,
  at: addedMs,
})

const toWithdrawal = (
  { withdrawalId, assetTypeId, amount, fee, address, isInternal, status, ...row }: WithdrawalEntry,
  progress: Progress,
) => ({
  ...{ withdrawalId, assetTypeId, address, isInternal, status },
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
