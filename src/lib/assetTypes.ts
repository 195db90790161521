/** What balances and prices are counted in, by the id that is on the wire. */
export const assetTypes = [
  { assetTypeId: 1, name: "BTC", digits: 8 },
  { assetTypeId: 2, name: "BCH", digits: 8 },
  { assetTypeId: 3, name: "LTC", digits: 8 },
  { assetTypeId: 4, name: "USD", digits: 2 },
  { assetTypeId: 5, name: "EUR", digits: 2 },
] as const
