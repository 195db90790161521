/** What balances and prices are counted in, by the id that is on the wire. */
export const assetTypes = [
  { assetTypeId: 1, name: "BTC", digits: 8 },
  { assetTypeId: 2, name: "BCH", digits: 8 },
  { assetTypeId: 3, name: "LTC", digits: 8 },
  { assetTypeId: 4, name: "USD", digits: 2 },
  { assetTypeId: 5, name: "EUR", digits: 2 },
] as const

/**
 * Name and decimals of an asset type.
 * @throws where there is none of this id
 */
export const assetOf = (assetTypeId: number) => {
  const found = assetTypes.find((each) => each.assetTypeId === assetTypeId)
  if (found === undefined) throw new Error(`There is no asset type ${assetTypeId}`)
  return found
}
