/**
 * The accounts of the ledger. A credit is positive: what people own is positive, and custody, which owes it to them, is
 * as far below zero as the platform holds coins.
 */
export const PERSON_KINDS = ["available", "earned"] as const
export const PLATFORM_KINDS = [
  "custody",
  "cold",
  "unconfirmed",
  "out",
  "fees",
  "network",
  "unearned",
  "fx",
  "suspense",
  "renounced",
] as const

export type AccountKind = (typeof PERSON_KINDS)[number] | (typeof PLATFORM_KINDS)[number]

/** `kind:asset:owner`, the owner empty for the platform. Sorted as bytes, which is the order in which rows are locked. */
export type AccountKey = `${AccountKind}:${number}:${string}`

export type Account = { readonly kind: AccountKind; readonly assetTypeId: number; readonly ownerId: string }

/** The account of a person. */
export const personAccount = (kind: (typeof PERSON_KINDS)[number], assetTypeId: number, personId: string): AccountKey =>
  `${kind}:${assetTypeId}:${personId}`

/** An account of the platform: hot, so nothing waits for it, and it may stand below zero. */
export const platformAccount = (kind: (typeof PLATFORM_KINDS)[number], assetTypeId: number): AccountKey =>
  `${kind}:${assetTypeId}:`

/**
 * What an account's key says; the owner of a platform account is empty.
 * @throws where it is none
 */
export const readAccount = (key: string): Account => {
  const [found, personKind, personAsset, ownerId = "", platformKind, platformAsset] = KEY.exec(key) ?? []
  if (found === undefined) throw new Error(`${key} names no account`)
  return {
    kind: (personKind ?? platformKind) as AccountKind,
    assetTypeId: Number(personAsset ?? platformAsset),
    ownerId,
  }
}

/** Whether entries of this account are folded into its balance behind the booking (docs/decisions/0024-wallet.md). */
export const isHot = (key: string): boolean => HOT_KEY.test(key)

const KEY = new RegExp(
  `^(?:(${PERSON_KINDS.join("|")}):([1-9]\\d{0,3}):([0-9a-f-]{36})|(${PLATFORM_KINDS.join("|")}):([1-9]\\d{0,3}):)$`,
)
const HOT_KEY = new RegExp(`^(?:${PLATFORM_KINDS.join("|")}):`)
