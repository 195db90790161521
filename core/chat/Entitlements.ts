import { Context, Effect, Layer } from "effect"
import { cachedReader } from "#core/kernel"
import { Grant, grantIdOf, type Level } from "./grant/Grant.ts"

/** What somebody is to a creator. From what operators granted; what subscriptions say comes in here. */
export class Entitlements extends Context.Service<
  Entitlements,
  {
    /** 0 none, 2 subscriber, 3 premium subscriber. @param ageMsMax how old the answer may be */
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
