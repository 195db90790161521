import { Result } from "effect"
import { expect, it } from "vitest"
import { DEFAULT_ASSET_TYPES, withDefaultAssetTypes } from "./AssetType.ts"
import { AssetTypes, type AssetTypesState, addAssetType, changeAssetType } from "./AssetTypes.ts"

const setting = { by: "operator:root", at: "2026-11-22T03:00:00.000Z" }

/** The asset types after a decision, or the refusal. */
const after = (state: AssetTypesState, decide: ReturnType<typeof addAssetType>) =>
  Result.match(decide(state), {
    onSuccess: (facts) => facts.reduce(AssetTypes.evolve, state),
    onFailure: ({ problem }) => problem,
  })
const first = AssetTypes.initial

it("[S3-011] asset types start with defaults, and operators can change them", () => {
  const added = after(first, addAssetType({ name: "XMR", digits: 12 }, setting)) as AssetTypesState
  expect(added.get(6)).toEqual({
    assetTypeId: 6,
    name: "XMR",
    digits: 12,
    shownDigits: 2,
    place: 6,
    isOffered: true,
  })
  const change = { name: "XBT", place: 9, shownDigits: 4, isOffered: false }
  const changed = after(added, changeAssetType(1, change, true, setting)) as AssetTypesState
  expect(withDefaultAssetTypes([...changed.values()]).map(({ name }) => name)).toEqual([
    "BCH",
    "LTC",
    "USD",
    "EUR",
    "XMR",
    "XBT",
  ])
  expect(changed.get(1)).toEqual({ assetTypeId: 1, digits: 8, ...change })
  expect(withDefaultAssetTypes([])).toEqual(DEFAULT_ASSET_TYPES)
})

it("decimals can change only before anything was booked, so that booked amounts keep their meaning", () => {
  const added = after(first, addAssetType({ name: "XMR", digits: 12 }, setting)) as AssetTypesState
  expect(after(added, changeAssetType(6, { digits: 11 }, true, setting))).toBe("digitsUsed")
  expect(after(added, changeAssetType(6, { digits: 12, name: "MON" }, true, setting))).toBeInstanceOf(Map)
  expect(after(added, changeAssetType(6, { digits: 11 }, false, setting))).toBeInstanceOf(Map)
})

it("refuses invalid asset types, and ignores a change without effect", () => {
  const changed = (id: number, change: Parameters<typeof changeAssetType>[1]) =>
    after(first, changeAssetType(id, change, false, setting))
  expect(changed(7, { name: "X1" })).toBe("unknown")
  expect(changed(1, { name: "btc" })).toBe("name")
  expect(changed(1, { name: "LTC" })).toBe("nameTaken")
  expect(changed(1, { digits: 19 })).toBe("digits")
  expect(changed(4, { shownDigits: 3 })).toBe("shownDigits")
  expect(changed(1, { place: -1 })).toBe("place")
  expect(Result.getOrThrow(changeAssetType(1, { name: "BTC" }, true, setting)(first))).toEqual([])
  const full = new Map(
    Array.from({ length: 10 }, (_, tens) =>
      DEFAULT_ASSET_TYPES.map((each) => ({ ...each, assetTypeId: tens * 10 + each.assetTypeId })),
    )
      .flat()
      .map((each) => [each.assetTypeId, each]),
  )
  expect(after(full, addAssetType({ name: "XMR", digits: 1 }, setting))).toBe("tooMany")
})
