import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { type AddressEvent, AddressEvents, AddressGiven } from "./events.ts"

/** Maximum addresses of one person and asset: about one a month for years. */
export const ADDRESSES_PER_ASSET_MAX = 50
/** Maximum new addresses within 24 hours. A node watches each address permanently. */
export const ADDRESSES_PER_DAY_MAX = 10
const DAY_MS = 86_400_000

export type GivenAddress = Omit<typeof AddressGiven.Type, "_tag" | "personId">

/** All addresses given to one person, oldest first. */
export const PersonAddresses: Aggregate<ReadonlyArray<GivenAddress>, AddressEvent> = {
  category: "depositAddresses",
  events: AddressEvents,
  initial: [],
  evolve: (given, { _tag: _, personId: __, ...address }) => [...given, address],
}

/** The current address of a person; undefined if there is none for this asset and stage. */
export const currentAddress = (given: ReadonlyArray<GivenAddress>, assetTypeId: number, stage: string) =>
  given.findLast((address) => address.assetTypeId === assetTypeId && address.stage === stage)

/** Whether a request at this time gets a new address: the limits are not reached. */
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

/** Gives an address unless the current one stays in use. */
export const giveAddress =
  (
    personId: string,
    address: GivenAddress,
    wantsNew: boolean,
  ): Decide<ReadonlyArray<GivenAddress>, AddressEvent, never> =>
  (given) =>
    Result.succeed(isGiven(given, address, wantsNew) ? [AddressGiven.make({ personId, ...address })] : [])
