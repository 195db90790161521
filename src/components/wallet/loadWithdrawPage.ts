import { type ActingPage, callOf } from "../../web/forms/Page.ts"

type Option = {
  readonly assetTypeId: number
  readonly isOff: boolean
  readonly least: string
  readonly left: string
  readonly approvedFrom: string
  readonly fees: ReadonlyArray<{
    readonly speed: "slow" | "normal" | "fast"
    readonly fee: string
    readonly seconds: number
  }>
}
export type BookEntry = {
  readonly entryId: string
  readonly assetTypeId: number
  readonly label: string
  readonly address: string
  readonly usableFrom: number
}
export type OwnWithdrawal = {
  readonly withdrawalId: string
  readonly assetTypeId: number
  readonly amount: string
  /** What the network may take; from the signature on what it takes. */
  readonly fee: string
  readonly address: string
  readonly isInside: boolean
  readonly status:
    | "requested"
    | "approved"
    | "built"
    | "signed"
    | "broadcast"
    | "seen"
    | "confirmed"
    | "cancelled"
    | "failed"
  readonly isDelayed: boolean
  readonly isAwaitingApproval: boolean
  readonly dueAt: number | null
  readonly confirmations: { readonly count: number; readonly needed: number } | null
  readonly isCancellable: boolean
  readonly txid: string | null
  readonly at: number
}

/** What the page for withdrawing an asset shows. */
export type WithdrawPage = {
  readonly option: Option | undefined
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
    call<
      Omit<WithdrawPage, "option" | "entries" | "nextEntry" | "withdrawals"> & {
        readonly options: ReadonlyArray<Option>
      }
    >("Balance/LoadWithdrawalOptions", {}),
    call<{ readonly addresses: ReadonlyArray<BookEntry> }>("Balance/LoadAddressBook", {}),
    call<{ readonly withdrawals: ReadonlyArray<OwnWithdrawal> }>("Balance/LoadWithdrawals", {}),
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
