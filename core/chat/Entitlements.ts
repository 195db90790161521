import { Context, Effect, Layer } from "effect"
import { cachedReader } from "#core/kernel"
import { Grant, grantIdOf, type Level } from "./grant/Grant.ts"

/** The level of a person with a creator. Operators grant levels today; subscriptions will join here. */
export class Entitlements extends Context.Service<
  Entitlements,
  {
    /** 0 none, 2 subscriber, 3 premium subscriber. @param ageMsMax maximum age of the answer */
    levelOf(creatorId: string, personId: string, ageMsMax: number): Effect.Effect<Level>
  }
>()("core/chat/Entitlements") {
  static readonly layer = Layer.effect(
    Entitlements,
    Effect.map(cachedReader, (kept) => {
      const grantOf = kept.of(Grant)
      return Entitlements.of({
        levelOf: (creatorId, personId, ageMsMax) =>
          Effect.map(kept.read([grantOf(grantIdOf(creatorId, personId))], ageMsMax), ([{ level }]) => level),
      })
    }),
  )
}
