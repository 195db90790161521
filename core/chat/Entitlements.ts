import { Clock, Context, Effect, Layer } from "effect"
import { cachedReader } from "#core/kernel"
import { supportLevels } from "#core/subscriptions"
import { Grant, grantIdOf, type Level } from "./grant/Grant.ts"
import { ProbeReaders } from "./ProbeReaders.ts"

/** Maximum age of permission facts. A refusal is checked again with current facts first. */
export const PERMISSION_AGE_MS_MAX = 1_000

/**
 * The level of a person with a creator: the higher one of a grant by operators and of the person's subscriptions. Readers of the
 * search for leaks have the level with which they were made.
 */
export class Entitlements extends Context.Service<
  Entitlements,
  {
    /** 0 none, 2 subscriber, 3 premium subscriber. @param ageMsMax maximum age of the answer */
    levelOf(creatorId: string, personId: string, ageMsMax: number): Effect.Effect<Level>
    /**
     * The level for something that needs `levelId`. One that suffices may be as old as PERMISSION_AGE_MS_MAX; one that
     * does not is looked up again, because what was just paid for opens at once.
     */
    levelFor(creatorId: string, personId: string, levelId: number): Effect.Effect<Level>
  }
>()("core/chat/Entitlements") {
  static readonly layer = Layer.effect(
    Entitlements,
    Effect.gen(function* () {
      const [cached, supportLevelOf] = [yield* cachedReader, yield* supportLevels]
      const grantOf = cached.of(Grant)
      const probes = yield* ProbeReaders
      const levelOf = Effect.fnUntraced(function* (creatorId: string, personId: string, ageMsMax: number) {
        const probed = probes.levelOf(personId, yield* Clock.currentTimeMillis)
        if (probed !== null) return probed
        const [[{ level: granted }], supported] = yield* Effect.all(
          [
            cached.read([grantOf(grantIdOf(creatorId, personId))], ageMsMax),
            supportLevelOf(creatorId, personId, ageMsMax),
          ],
          { concurrency: 2 },
        )
        if (granted >= supported) return granted
        return supported
      })
      return Entitlements.of({
        levelOf,
        levelFor: Effect.fnUntraced(function* (creatorId, personId, levelId) {
          const level = yield* levelOf(creatorId, personId, PERMISSION_AGE_MS_MAX)
          return level >= levelId ? level : yield* levelOf(creatorId, personId, 0)
        }),
      })
    }),
  )
}
