import type { Level } from "#contract/identity"

/** Levels of identity that can have a limit of their own. People of the highest level have the limit of all. */
export const LIMITED_LEVELS = [0, 1, 2] as const

/** What is known of the person who withdraws. */
export type Standing = {
  readonly level: Level | 0
  /** Has a channel, so the coins are an income paid out. */
  readonly isCreator: boolean
}

/** What withdrawals ask of a verified identity. Off by default: no limits, and nothing asked of creators. */
export type IdentityRules = {
  readonly creatorLevel: Level | 0
  /** Maximum within 24 hours of people up to a level, in minor units. */
  readonly limits: ReadonlyArray<{
    readonly assetTypeId: number
    readonly level: (typeof LIMITED_LEVELS)[number]
    readonly personDaily: bigint
  }>
}

export type Allowance = {
  /** Maximum of the person within 24 hours, in minor units. */
  readonly personDaily: bigint
  /** The level that raises the maximum; null if the person has that of all. */
  readonly levelNeeded: Level | null
}

/**
 * What a person may withdraw of an asset within 24 hours, by the level of their identity.
 * @param personDaily maximum of everybody, in minor units
 */
export const allowanceOf = (
  identity: IdentityRules,
  { assetTypeId, personDaily }: { readonly assetTypeId: number; readonly personDaily: bigint },
  { level, isCreator }: Standing,
): Allowance => {
  const { creatorLevel } = identity
  if (isCreator && creatorLevel !== 0 && level < creatorLevel) return { personDaily: 0n, levelNeeded: creatorLevel }
  const limit = limitsOf(identity, assetTypeId).find((each) => each.level >= level)
  if (limit === undefined) return { personDaily, levelNeeded: null }
  return { personDaily: limit.personDaily, levelNeeded: (limit.level + 1) as Level }
}

/** The limits of an asset, by level. */
export const limitsOf = ({ limits }: IdentityRules, assetTypeId: number): IdentityRules["limits"] =>
  limits.filter((each) => each.assetTypeId === assetTypeId).toSorted((one, other) => one.level - other.level)
