import { Clock, Context, Effect, Layer } from "effect"
import { CurrentMeta, EventStore, reader, Sealing, Sql, type StreamConflict, writer } from "#core/kernel"
import type { CommandReused } from "#core/ledger"
import { worded } from "#core/ledger"
import {
  ASSET_TYPES_ID,
  type AssetTypeChange,
  AssetTypes,
  addAssetType,
  changeAssetType,
  type UnfitAssetType,
} from "./AssetTypes.ts"
import { COIN_IDS } from "./coins.ts"
import { type AssetType, inPlace } from "./firstAssetTypes.ts"
import { isBooked } from "./isBooked.ts"

/** What balances and prices are counted in, as operators have set it. */
export class Assets extends Context.Service<
  Assets,
  {
    /** All of them in their order, as the log has them now. */
    readonly types: Effect.Effect<ReadonlyArray<AssetType>>
    add(wish: {
      readonly name: string
      readonly digits: number
    }): Effect.Effect<{ readonly position: number }, UnfitAssetType | CommandReused>
    /** Position 0: it was so already. */
    change(
      assetTypeId: number,
      change: AssetTypeChange,
    ): Effect.Effect<{ readonly position: number }, UnfitAssetType | CommandReused>
  }
>()("core/wallet/Assets") {
  static readonly layer = Layer.effect(
    Assets,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [store, sealing] = [yield* EventStore, yield* Sealing]
      const writing = <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing>) =>
        effect.pipe(Effect.provideService(EventStore, store), Effect.provideService(Sealing, sealing))
      const read = yield* writing(reader(AssetTypes))
      const write = yield* writing(writer(AssetTypes))
      const setting = Effect.gen(function* () {
        const { actor: by } = yield* CurrentMeta
        return { by, at: new Date(yield* Clock.currentTimeMillis).toISOString() }
      })

      return Assets.of({
        types: Effect.map(read(ASSET_TYPES_ID), (state) => inPlace(state.values())),
        add: Effect.fn("Assets.add")(function* (wish) {
          const decided = addAssetType(wish, yield* setting)
          const { receipt } = yield* worded(["add asset type", wish.name, wish.digits], (answerOf) =>
            undisputed(write(ASSET_TYPES_ID, decided, answerOf)),
          )
          return { position: receipt.position }
        }),
        change: Effect.fn("Assets.change")(function* (assetTypeId, change) {
          // Chains say what a unit of their coin is, whether any was booked or not.
          const isUsed = COIN_IDS.includes(assetTypeId) || (yield* Effect.promise(() => isBooked(sql, assetTypeId)))
          const decided = changeAssetType(assetTypeId, change, isUsed, yield* setting)
          const { receipt } = yield* worded(["change asset type", assetTypeId, change], (answerOf) =>
            undisputed(write(ASSET_TYPES_ID, decided, answerOf)),
          )
          return { position: receipt.position }
        }),
      })
    }),
  )
}

/** Operators do not change a list eight times within a moment. */
const undisputed = <A>(written: Effect.Effect<A, UnfitAssetType | StreamConflict>) =>
  Effect.catchTag(written, "StreamConflict", Effect.die)
