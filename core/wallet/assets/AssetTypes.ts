import { Effect, Result, Schema } from "effect"
import { type Aggregate, cachedReader, type Decide, type EventStore, type Sealing } from "#core/kernel"
import { type AssetType, DEFAULT_ASSET_TYPES } from "./AssetType.ts"
import { type AssetTypeEvent, AssetTypeEvents, AssetTypeSet } from "./events.ts"

/** All asset types by id. */
export type AssetTypesState = ReadonlyMap<number, AssetType>

/** Id of the only stream. */
export const ASSET_TYPES_ID = "all"

/** Asset types as events: who changed what, and when. */
export const AssetTypes: Aggregate<AssetTypesState, AssetTypeEvent> = {
  category: "assetTypes",
  events: AssetTypeEvents,
  initial: new Map(DEFAULT_ASSET_TYPES.map((each) => [each.assetTypeId, each])),
  evolve: (state, { assetTypeId, name, digits, shownDigits, place, isOffered }) =>
    new Map([...state, [assetTypeId, { assetTypeId, name, digits, shownDigits, place, isOffered }]]),
}

/** Makes the check whether an asset accepts new deposits and donations. */
export const readIsOffered: Effect.Effect<
  (assetTypeId: number) => Effect.Effect<boolean>,
  never,
  EventStore | Sealing
> = Effect.map(cachedReader, ({ of, read }) => {
  const all = of(AssetTypes)(ASSET_TYPES_ID)
  return (assetTypeId) => Effect.map(read([all], 0), ([types]) => types.get(assetTypeId)?.isOffered === true)
})

/** An asset type cannot be added or changed like this. */
export class InvalidAssetType extends Schema.TaggedError<InvalidAssetType>()("InvalidAssetType", {
  problem: Schema.Literals(["unknown", "tooMany", "name", "nameTaken", "digits", "digitsUsed", "shownDigits", "place"]),
}) {}

/** One page shows all of them. */
const ASSET_TYPES_MAX = 50
/** The most decimals that a common coin has (Ether: 18). */
const DIGITS_MAX = 18
const PLACE_MAX = 9_999
/** Names appear in page addresses and after amounts. */
const NAME = /^[A-Z][A-Z0-9]{1,9}$/

export type AssetTypeChange = Partial<Omit<AssetType, "assetTypeId">>

/** Author and time of a change. */
type ChangeMeta = { readonly by: string; readonly at: string }

/** Adds an asset type with the next id, sorted last. */
export const addAssetType =
  (
    added: { readonly name: string; readonly digits: number },
    meta: ChangeMeta,
  ): Decide<AssetTypesState, AssetTypeEvent, InvalidAssetType> =>
  (state) => {
    if (state.size >= ASSET_TYPES_MAX) return invalid("tooMany")
    const assetTypeId = Math.max(...state.keys()) + 1
    const place = Math.min(Math.max(...[...state.values()].map((each) => each.place)) + 1, PLACE_MAX)
    const type = { ...added, assetTypeId, shownDigits: Math.min(2, added.digits), place, isOffered: true }
    return setAssetType(state, type, meta)
  }

/**
 * Changes an asset type. The number of decimals is fixed once anything was booked, because it defines every booked amount.
 * @param isUsed whether anything was ever booked or priced in it
 */
export const changeAssetType =
  (
    assetTypeId: number,
    change: AssetTypeChange,
    isUsed: boolean,
    meta: ChangeMeta,
  ): Decide<AssetTypesState, AssetTypeEvent, InvalidAssetType> =>
  (state) => {
    const before = state.get(assetTypeId)
    if (before === undefined) return invalid("unknown")
    const changed = { ...before, ...change }
    if (changed.digits !== before.digits && isUsed) return invalid("digitsUsed")
    const isSame = Object.entries(change).every(([field, value]) => before[field as keyof AssetTypeChange] === value)
    return isSame ? Result.succeed([]) : setAssetType(state, changed, meta)
  }

const setAssetType = (state: AssetTypesState, type: AssetType, meta: ChangeMeta) => {
  const { assetTypeId, name, digits, shownDigits, place } = type
  if (!NAME.test(name)) return invalid("name")
  const isTaken = [...state.values()].some((each) => each.name === name && each.assetTypeId !== assetTypeId)
  if (isTaken) return invalid("nameTaken")
  if (!isWithin(digits, DIGITS_MAX)) return invalid("digits")
  if (!isWithin(shownDigits, digits)) return invalid("shownDigits")
  if (!isWithin(place, PLACE_MAX)) return invalid("place")
  return Result.succeed([AssetTypeSet.make({ ...type, ...meta })])
}

const isWithin = (value: number, max: number): boolean => Number.isInteger(value) && value >= 0 && value <= max
const invalid = (problem: InvalidAssetType["problem"]) => Result.fail(new InvalidAssetType({ problem }))
