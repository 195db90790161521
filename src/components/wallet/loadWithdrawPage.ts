import type { CallData } from "#src/api/calls.ts"
import { type ActingPage, callOf } from "../../web/forms/Page.ts"

type Options = CallData<"Balance/LoadWithdrawalOptions">
export type BookEntry = CallData<"Balance/LoadAddressBook">["addresses"][number]
export type OwnWithdrawal = CallData<"Balance/LoadWithdrawals">["withdrawals"][number]

/** Content of the withdrawal page of one asset. */
export type WithdrawPage = {
  readonly option: Options["options"][number] | undefined
  /** Usable addresses. */
  readonly entries: ReadonlyArray<BookEntry>
  /** The address on hold that becomes usable next, or null. */
  readonly nextEntry: BookEntry | null
  readonly withdrawals: ReadonlyArray<OwnWithdrawal>
} & Omit<Options, "options">

/** Loads the content by API calls; null if one of them fails. */
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
  const { options: all, ...requirements } = options.data
  const entries = book.data.addresses.filter((each) => each.assetTypeId === assetTypeId)
  const onHold = entries.filter((each) => each.usableFrom > nowMs)
  return {
    option: all.find((each) => each.assetTypeId === assetTypeId),
    entries: entries.filter((each) => each.usableFrom <= nowMs),
    nextEntry: onHold.toSorted((one, other) => one.usableFrom - other.usableFrom)[0] ?? null,
    withdrawals: listed.data.withdrawals.filter((each) => each.assetTypeId === assetTypeId),
    ...requirements,
  }
}
