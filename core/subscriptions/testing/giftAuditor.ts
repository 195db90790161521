import type { CycleEvent } from "../cycle/events.ts"
import type { GiftEvent } from "../gifts/events.ts"

/**
 * Checks what became of gifts. It shares no code with the product: prices are compared as fractions.
 */

type Bought = Extract<GiftEvent, { readonly _tag: "subscriptions.GiftBought.v1" }>

/** Problems of gifts and of the cycles that they paid; empty if all is right. */
export const auditGifts = (
  gifts: ReadonlyArray<GiftEvent>,
  cycles: ReadonlyArray<CycleEvent>,
): ReadonlyArray<string> => {
  const bought = gifts.filter((event): event is Bought => event._tag === "subscriptions.GiftBought.v1")
  const known = new Set(bought.map(({ giftId }) => giftId))
  const strangers = gifts
    .filter(({ giftId }) => !known.has(giftId))
    .map(({ giftId }) => `gift ${giftId} was not bought`)
  return [...strangers, ...bought.flatMap((gift) => giftProblems(gift, gifts, cycles))]
}

const giftProblems = (
  gift: Bought,
  gifts: ReadonlyArray<GiftEvent>,
  cycles: ReadonlyArray<CycleEvent>,
): ReadonlyArray<string> => {
  const name = `gift ${gift.giftId}`
  const ends = gifts.filter((event) => event.giftId === gift.giftId && event !== gift)
  const paid = cycles.flatMap((event) =>
    event._tag === "subscriptions.CycleCharged.v1" && event.gift?.giftId === gift.giftId ? [event] : [],
  )
  if (ends.length > 1) return [`${name} was ended ${ends.length} times`]
  const [end] = ends
  const problems = priceProblems(gift)
  if (end === undefined || end._tag === "subscriptions.GiftReturned.v1") {
    if (paid.length > 0) return [`${name} paid ${paid.length} cycles without being claimed`]
    return end !== undefined && end.units !== gift.units
      ? [`${name}: ${end.units} of ${gift.units} went back`]
      : problems
  }
  if (end._tag === "subscriptions.GiftBought.v1") return [`${name} was bought twice`]
  const sum = paid.reduce((units, cycle) => units + BigInt(cycle.units), 0n)
  const isTheirs = paid.every(
    ({ personId, number, gift: by }) => personId === end.byId && number === end.number && by?.payerId === gift.personId,
  )
  if (!isTheirs || end.byId === gift.personId) return [`${name} went to others than who claimed it`]
  if (paid.length !== gift.periods) return [`${name} paid ${paid.length} of ${gift.periods} periods`]
  return sum === BigInt(gift.units) ? problems : [`${name}: cycles of ${sum} for ${gift.units}`]
}

/** 1 and 2 months cost the full fee each, every later one three quarters; 12 together 8 tenths. Rounded up once. */
const priceProblems = ({ giftId, periods, feeUnits, units }: Bought): ReadonlyArray<string> => {
  const quarters = Math.min(periods, 2) * 4 + Math.max(periods - 2, 0) * 3
  const [of, whole] = periods === 12 ? [96n, 10n] : [BigInt(quarters), 4n]
  const off = BigInt(units) * whole - BigInt(feeUnits) * of
  return off >= 0n && off < whole ? [] : [`gift ${giftId} cost ${units} for ${periods} periods of ${feeUnits}`]
}

/** Units of gifts that nobody has claimed, by asset. */
export const openGiftUnits = (gifts: ReadonlyArray<GiftEvent>, assetTypeId: number): bigint => {
  let open = 0n
  for (const event of gifts) {
    if (event._tag === "subscriptions.GiftBought.v1" && event.assetTypeId === assetTypeId) open += BigInt(event.units)
    if (event._tag === "subscriptions.GiftReturned.v1" && event.assetTypeId === assetTypeId) open -= BigInt(event.units)
    if (event._tag !== "subscriptions.GiftClaimed.v1") continue
    const bought = gifts.find((other) => other._tag === "subscriptions.GiftBought.v1" && other.giftId === event.giftId)
    if (bought?._tag === "subscriptions.GiftBought.v1" && bought.assetTypeId === assetTypeId)
      open -= BigInt(bought.units)
  }
  return open
}
