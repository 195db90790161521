import { Effect } from "effect"
import { type EventStore, reader, type Sealing } from "#core/kernel"
import { ASSET_TYPES_ID, AssetTypes } from "./AssetTypes.ts"

/** How to ask whether anything new of an asset may come in. */
export const offeredReader: Effect.Effect<
  (assetTypeId: number) => Effect.Effect<boolean>,
  never,
  EventStore | Sealing
> = Effect.map(
  reader(AssetTypes),
  (read) => (assetTypeId) => Effect.map(read(ASSET_TYPES_ID), (types) => types.get(assetTypeId)?.isOffered === true),
)
