/**
 * The accounts of the ledger. Credits are positive: balances of people are positive, and custody is negative by the
 * amount of coins that the platform holds.
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

/** `kind:asset:owner`, the owner empty for the platform. Rows are locked in the byte order of the keys. */
export type AccountKey = `${AccountKind}:${number}:${string}`

export type Account = { readonly kind: AccountKind; readonly assetTypeId: number; readonly ownerId: string }

/** The account of a person. */
export const personAccount = (kind: (typeof PERSON_KINDS)[number], assetTypeId: number, personId: string): AccountKey =>
  `${kind}:${assetTypeId}:${personId}`

/** An account of the platform: hot, so that its row is not locked, and it may be negative. */
export const platformAccount = (kind: (typeof PLATFORM_KINDS)[number], assetTypeId: number): AccountKey =>
  `${kind}:${assetTypeId}:`

/**
 * Parses the key of an account; the owner of a platform account is empty.
 * @throws if it is not a key
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

/** Whether entries of this account are added to its balance later, in batches (docs/decisions/0024-wallet.md). */
export const isHot = (key: string): boolean => HOT_KEY.test(key)

const KEY = new RegExp(
  `^(?:(${PERSON_KINDS.join("|")}):([1-9]\\d{0,3}):([0-9a-f-]{36})|(${PLATFORM_KINDS.join("|")}):([1-9]\\d{0,3}):)$`,
)
const HOT_KEY = new RegExp(`^(?:${PLATFORM_KINDS.join("|")}):`)
