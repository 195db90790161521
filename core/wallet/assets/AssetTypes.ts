import { Result, Schema } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { type AssetTypeEvent, AssetTypeEvents, AssetTypeSet } from "./events.ts"
import { type AssetType, FIRST_ASSET_TYPES } from "./firstAssetTypes.ts"

/** What there is, by id. */
export type AssetTypesState = ReadonlyMap<number, AssetType>

/** There is one list of them. */
export const ASSET_TYPES_ID = "all"

/** Asset types are facts, so that it is known who changed what, and when. */
export const AssetTypes: Aggregate<AssetTypesState, AssetTypeEvent> = {
  category: "assetTypes",
  events: AssetTypeEvents,
  initial: new Map(FIRST_ASSET_TYPES.map((each) => [each.assetTypeId, each])),
  evolve: (state, { assetTypeId, name, digits, shownDigits, place, isOffered }) =>
    new Map([...state, [assetTypeId, { assetTypeId, name, digits, shownDigits, place, isOffered }]]),
}

/** An asset type cannot be so: what is wrong with it. */
export class UnfitAssetType extends Schema.TaggedError<UnfitAssetType>()("UnfitAssetType", {
  problem: Schema.Literals(["unknown", "tooMany", "name", "nameTaken", "digits", "digitsUsed", "shownDigits", "place"]),
}) {}

/** As many as fit on a page, and more than anybody has asked for. */
const ASSET_TYPES_MAX = 50
/** The smallest units in use are a quintillionth: 18 decimals. */
const DIGITS_MAX = 18
const PLACE_MAX = 9_999
/** It stands in addresses of pages and behind amounts. */
const NAME = /^[A-Z][A-Z0-9]{1,9}$/

export type AssetTypeChange = Partial<Omit<AssetType, "assetTypeId">>

type Setting = { readonly by: string; readonly at: string }

/** Adds an asset type under the next id, behind all others. */
export const addAssetType =
  (
    wish: { readonly name: string; readonly digits: number },
    setting: Setting,
  ): Decide<AssetTypesState, AssetTypeEvent, UnfitAssetType> =>
  (state) => {
    if (state.size >= ASSET_TYPES_MAX) return unfit("tooMany")
    const assetTypeId = Math.max(...state.keys()) + 1
    const place = Math.min(Math.max(...[...state.values()].map((each) => each.place)) + 1, PLACE_MAX)
    const added = { ...wish, assetTypeId, shownDigits: Math.min(2, wish.digits), place, isOffered: true }
    return fitting(state, added, setting)
  }

/**
 * Changes an asset type. What a smallest unit means stays as it is once any was booked: an amount in the books would be
 * another one afterwards.
 * @param isUsed whether anything of it was ever booked, promised or priced
 */
export const changeAssetType =
  (
    assetTypeId: number,
    change: AssetTypeChange,
    isUsed: boolean,
    setting: Setting,
  ): Decide<AssetTypesState, AssetTypeEvent, UnfitAssetType> =>
  (state) => {
    const before = state.get(assetTypeId)
    if (before === undefined) return unfit("unknown")
    const changed = { ...before, ...change }
    if (changed.digits !== before.digits && isUsed) return unfit("digitsUsed")
    const isSame = Object.entries(change).every(([field, value]) => before[field as keyof AssetTypeChange] === value)
    return isSame ? Result.succeed([]) : fitting(state, changed, setting)
  }

const fitting = (state: AssetTypesState, type: AssetType, setting: Setting) => {
  const { assetTypeId, name, digits, shownDigits, place } = type
  if (!NAME.test(name)) return unfit("name")
  const isTaken = [...state.values()].some((each) => each.name === name && each.assetTypeId !== assetTypeId)
  if (isTaken) return unfit("nameTaken")
  if (!isWithin(digits, DIGITS_MAX)) return unfit("digits")
  if (!isWithin(shownDigits, digits)) return unfit("shownDigits")
  if (!isWithin(place, PLACE_MAX)) return unfit("place")
  return Result.succeed([AssetTypeSet.make({ ...type, ...setting })])
}

const isWithin = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most
const unfit = (problem: UnfitAssetType["problem"]) => Result.fail(new UnfitAssetType({ problem }))
