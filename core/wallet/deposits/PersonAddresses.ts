import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { type AddressEvent, AddressEvents, AddressGiven } from "./events.ts"

/** Addresses that one person is given of one asset: enough for one a month for years. */
export const ADDRESSES_PER_ASSET_MAX = 50
/** New ones of them within 24 hours. Each is watched by a node forever, so nobody makes it watch many. */
export const ADDRESSES_PER_DAY_MAX = 10
const DAY_MS = 86_400_000

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

/** Whether a person is given a new address at a time who wants one: not where they have had as many as there may be. */
export const isGiven = (
  given: ReadonlyArray<GivenAddress>,
  { assetTypeId, stage, givenAt }: Pick<GivenAddress, "assetTypeId" | "stage" | "givenAt">,
  wantsNew: boolean,
): boolean => {
  const same = given.filter((each) => each.assetTypeId === assetTypeId && each.stage === stage)
  if (same.length === 0) return true
  const today = same.filter((each) => Date.parse(each.givenAt) > Date.parse(givenAt) - DAY_MS)
  return wantsNew && same.length < ADDRESSES_PER_ASSET_MAX && today.length < ADDRESSES_PER_DAY_MAX
}

/** Gives a person an address, unless they have one that stays: then nothing follows. */
export const giveAddress =
  (
    personId: string,
    address: GivenAddress,
    wantsNew: boolean,
  ): Decide<ReadonlyArray<GivenAddress>, AddressEvent, never> =>
  (given) =>
    Result.succeed(isGiven(given, address, wantsNew) ? [AddressGiven.make({ personId, ...address })] : [])
