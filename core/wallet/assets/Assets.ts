import { Context, Effect, Layer } from "effect"
import {
  CurrentMeta,
  currentTimeIso,
  dieOnConflict,
  EventStore,
  reader,
  Sealing,
  Sql,
  type SqlClient,
  writer,
} from "#core/kernel"
import type { CommandReused } from "#core/ledger"
import { idempotent } from "#core/ledger"
import { RATE_PAIRS } from "../rates/pairs.ts"
import { type AssetType, COIN_IDS, sortAssetTypes } from "./AssetType.ts"
import {
  ASSET_TYPES_ID,
  type AssetTypeChange,
  AssetTypes,
  addAssetType,
  changeAssetType,
  type InvalidAssetType,
} from "./AssetTypes.ts"

/** Asset types as set by operators. */
export class Assets extends Context.Service<
  Assets,
  {
    /** All asset types in display order, read from the log. */
    readonly types: Effect.Effect<ReadonlyArray<AssetType>>
    add(type: {
      readonly name: string
      readonly digits: number
    }): Effect.Effect<{ readonly position: number }, InvalidAssetType | CommandReused>
    /** Position 0 means that nothing changed. */
    change(
      assetTypeId: number,
      change: AssetTypeChange,
    ): Effect.Effect<{ readonly position: number }, InvalidAssetType | CommandReused>
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
      const meta = Effect.gen(function* () {
        const { actor: by } = yield* CurrentMeta
        return { by, at: yield* currentTimeIso }
      })

      return Assets.of({
        types: Effect.map(read(ASSET_TYPES_ID), (state) => sortAssetTypes(state.values())),
        add: Effect.fn("Assets.add")(function* (type) {
          const decided = addAssetType(type, yield* meta)
          const { receipt } = yield* idempotent(["add asset type", type.name, type.digits], (answerOf) =>
            dieOnConflict(write(ASSET_TYPES_ID, decided, answerOf)),
          )
          return { position: receipt.position }
        }),
        change: Effect.fn("Assets.change")(function* (assetTypeId, change) {
          // A chain defines the unit of its coin.
          const isUsed =
            COIN_IDS.includes(assetTypeId) || (yield* Effect.promise(() => isAssetBooked(sql, assetTypeId)))
          const decided = changeAssetType(assetTypeId, change, isUsed, yield* meta)
          const { receipt } = yield* idempotent(["change asset type", assetTypeId, change], (answerOf) =>
            dieOnConflict(write(ASSET_TYPES_ID, decided, answerOf)),
          )
          return { position: receipt.position }
        }),
      })
    }),
  )
}

/** Whether anything was ever booked or priced in an asset. */
const isAssetBooked = async (sql: SqlClient, assetTypeId: number): Promise<boolean> => {
  if (RATE_PAIRS.some((pair) => pair.assetTypeId === assetTypeId || pair.baseAssetTypeId === assetTypeId)) return true
  const id = String(assetTypeId)
  const [row] = await sql<Array<{ isBooked: boolean }>>`
    select exists (select from wallet.account where split_part(account, ':', 2) = ${id})
        or exists (select from wallet.hot_entry where split_part(account, ':', 2) = ${id}) as "isBooked"`
  return row?.isBooked ?? false
}
