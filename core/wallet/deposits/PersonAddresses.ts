import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { type AddressEvent, AddressEvents, AddressGiven } from "./events.ts"

/** Addresses that one person is given of one asset: enough for one a month for years. */
export const ADDRESSES_PER_ASSET_MAX = 50

export type GivenAddress = Omit<typeof AddressGiven.Type, "_tag" | "personId">

/** All addresses that one person was given, oldest first. */
export const PersonAddresses: Aggregate<ReadonlyArray<GivenAddress>, AddressEvent> = {
  category: "depositAddresses",
  events: AddressEvents,
  initial: [],
  evolve: (given, { _tag: _, personId: __, ...address }) => [...given, address],
}

/** The address that a person shows at present; undefined where they have none of this asset on this stage. */
export const currentAddress = (given: ReadonlyArray<GivenAddress>, assetTypeId: number, stage: string) =>
  given.findLast((address) => address.assetTypeId === assetTypeId && address.stage === stage)

/**
 * Gives a person an address, unless they have one and want no new one, or have had as many as there may be: then the
 * newest stays.
 */
export const giveAddress =
  (
    personId: string,
    address: GivenAddress,
    wantsNew: boolean,
  ): Decide<ReadonlyArray<GivenAddress>, AddressEvent, never> =>
  (given) => {
    const same = given.filter(
      ({ assetTypeId, stage }) => assetTypeId === address.assetTypeId && stage === address.stage,
    )
    const isEnough = same.length > 0 && (!wantsNew || same.length >= ADDRESSES_PER_ASSET_MAX)
    return Result.succeed(isEnough ? [] : [AddressGiven.make({ personId, ...address })])
  }
