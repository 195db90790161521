import type { Aggregate } from "#core/kernel"
import type { TermPeriods } from "../limits.ts"
import { type GiftEvent, GiftEvents } from "./events.ts"

export type Gift = {
  readonly giftId: string
  readonly channelId: number
  readonly creatorId: string
  readonly assetTypeId: number
  readonly currencyId: number
  readonly msf: bigint
  readonly snapshotId: string
  readonly periods: TermPeriods
  readonly feeUnits: bigint
  readonly units: bigint
  readonly returnsMs: number
  readonly boughtMs: number
  readonly status: "open" | "claimed" | "returned"
  /** The rule of the person who claimed it. */
  readonly claim: { readonly byId: string; readonly number: number } | null
}

/** What a person has given, by the ids of the gifts. */
export type GiftsState = ReadonlyMap<string, Gift>

/** The gifts of the person who pays for them, by their id. */
export const PersonGifts: Aggregate<GiftsState, GiftEvent> = {
  category: "gifts",
  events: GiftEvents,
  initial: new Map(),
  evolve: (state, event) => {
    if (event._tag === "subscriptions.GiftBought.v1") {
      const { giftId, channelId, creatorId, assetTypeId, currencyId, snapshotId, periods } = event
      return new Map(state).set(giftId, {
        ...{ giftId, channelId, creatorId, assetTypeId, currencyId, snapshotId, periods, status: "open", claim: null },
        ...{ msf: BigInt(event.msf), feeUnits: BigInt(event.feeUnits), units: BigInt(event.units) },
        ...{ returnsMs: Date.parse(event.returnsAt), boughtMs: Date.parse(event.boughtAt) },
      })
    }
    const gift = state.get(event.giftId)
    if (gift === undefined) return state
    return new Map(state).set(
      event.giftId,
      event._tag === "subscriptions.GiftClaimed.v1"
        ? { ...gift, status: "claimed", claim: { byId: event.byId, number: event.number } }
        : { ...gift, status: "returned" },
    )
  },
}

/** Gifts that nobody has claimed, and that have not gone back. */
export const openGifts = (state: GiftsState): ReadonlyArray<Gift> =>
  [...state.values()].filter(({ status }) => status === "open")
