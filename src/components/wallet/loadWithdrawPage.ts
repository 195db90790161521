import type { CallData } from "#src/api/calls.ts"
import { type ActingPage, callOf } from "../../web/forms/Page.ts"

type Options = CallData<"Balance/LoadWithdrawalOptions">
export type BookEntry = CallData<"Balance/LoadAddressBook">["addresses"][number]
export type OwnWithdrawal = CallData<"Balance/LoadWithdrawals">["withdrawals"][number]

/** What the page for withdrawing an asset shows. */
export type WithdrawPage = {
  readonly option: Options["options"][number] | undefined
  /** Addresses that can be withdrawn to now. */
  readonly entries: ReadonlyArray<BookEntry>
  /** The one that can be next; null where none waits. */
  readonly nextEntry: BookEntry | null
  readonly withdrawals: ReadonlyArray<OwnWithdrawal>
  readonly hasPassword: boolean
  readonly needsCode: boolean
  readonly pausedUntil: number | null
  readonly pausedBy: "reset" | "signIn" | "step" | null
}

/** Reads it by the product's own calls; null where one of them fails. */
export const loadWithdrawPage = async (
  page: ActingPage,
  assetTypeId: number,
  nowMs: number,
): Promise<WithdrawPage | null> => {
  const call = callOf(page)
  const [options, book, listed] = await Promise.all([
    call("Balance/LoadWithdrawalOptions", {}),
    call("Balance/LoadAddressBook", {}),
    call("Balance/LoadWithdrawals", {}),
  ])
  if (!options.ok || !book.ok || !listed.ok) return null
  const { hasPassword, needsCode, pausedUntil, pausedBy } = options.data
  const entries = book.data.addresses.filter((each) => each.assetTypeId === assetTypeId)
  const waiting = entries.filter((each) => each.usableFrom > nowMs)
  return {
    option: options.data.options.find((each) => each.assetTypeId === assetTypeId),
    entries: entries.filter((each) => each.usableFrom <= nowMs),
    nextEntry: waiting.toSorted((one, other) => one.usableFrom - other.usableFrom)[0] ?? null,
    withdrawals: listed.data.withdrawals.filter((each) => each.assetTypeId === assetTypeId),
    hasPassword,
    needsCode,
    pausedUntil,
    pausedBy,
  }
}
