import { Context, Effect, Layer } from "effect"
import { cachedReader } from "#core/kernel"
import { supportLevels } from "#core/subscriptions"
import { Grant, grantIdOf, type Level } from "./grant/Grant.ts"

/** The level of a person with a creator: the higher one of a grant by operators and of the person's subscriptions. */
export class Entitlements extends Context.Service<
  Entitlements,
  {
    /** 0 none, 2 subscriber, 3 premium subscriber. @param ageMsMax maximum age of the answer */
    levelOf(creatorId: string, personId: string, ageMsMax: number): Effect.Effect<Level>
  }
>()("core/chat/Entitlements") {
  static readonly layer = Layer.effect(
    Entitlements,
    Effect.gen(function* () {
      const [kept, supportLevelOf] = [yield* cachedReader, yield* supportLevels]
      const grantOf = kept.of(Grant)
      return Entitlements.of({
        levelOf: Effect.fnUntraced(function* (creatorId, personId, ageMsMax) {
          const [[{ level: granted }], supported] = yield* Effect.all(
            [
              kept.read([grantOf(grantIdOf(creatorId, personId))], ageMsMax),
              supportLevelOf(creatorId, personId, ageMsMax),
            ],
            { concurrency: 2 },
          )
          if (granted >= supported) return granted
          return supported
        }),
      })
    }),
  )
}
