import { readAccount } from "#core/ledger"

/** Which entry it is: one event may have several on accounts of one person. */
export type MovementKey = {
  readonly position: number
  readonly account: string
}

const PLACE = /^([1-9]\d{0,14})-(available|earned)-([1-9]\d{0,3})$/

/** An entry's place as it stands in addresses and calls: `4711-available-1`. */
export const movementId = ({ position, account }: MovementKey): string => {
  const { kind, assetTypeId } = readAccount(account)
  return `${position}-${kind}-${assetTypeId}`
}

/** The place that a text names among the entries of a person; null where it names none. */
export const parseMovementId = (text: string, personId: string): MovementKey | null => {
  const [, position, kind, assetTypeId] = PLACE.exec(text) ?? []
  return position === undefined ? null : { position: Number(position), account: `${kind}:${assetTypeId}:${personId}` }
}
