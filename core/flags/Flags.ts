import { Clock, Context, Effect, Layer } from "effect"
import { cachedReader, dieOnConflict, writer } from "#core/kernel"
import { type FlagRuleInvalid, type FlagUnchanged, resetFlag, setFlag } from "./changeFlag.ts"
import type { FlagRule } from "./events.ts"
import { FLAGS_ID, type Flag, FlagRules, type FlagRulesState, isOnFor } from "./FlagRules.ts"

/** How long a process uses a rule without asking again: a change reaches all processes within a second. */
export const FLAG_AGE_MS_MAX = 500

/** Features that operators turn off and on, everywhere within a second. */
export class Flags extends Context.Service<
  Flags,
  {
    /**
     * Whether the caller has a feature. Yes if no operator set a rule, and if the rules cannot be read: without the
     * database the feature fails by itself, and says so better.
     * @param personId null for a guest
     */
    isOn(flag: Flag, personId: string | null): Effect.Effect<boolean>
    /** The rules that operators set, as they are now. */
    readonly rules: Effect.Effect<FlagRulesState>
    set(
      change: { readonly flag: Flag; readonly rule: FlagRule; readonly reason: string },
      by: string,
    ): Effect.Effect<void, FlagUnchanged | FlagRuleInvalid>
    reset(flag: Flag, by: string): Effect.Effect<void, FlagUnchanged>
  }
>()("core/flags/Flags") {
  /** @param release the running release, such as 0.7.2 */
  static readonly layerOf = (release: string) =>
    Layer.effect(
      Flags,
      Effect.gen(function* () {
        const [cached, write] = [yield* cachedReader, yield* writer(FlagRules)]
        const all = cached.of(FlagRules)(FLAGS_ID)
        const rules = (ageMsMax: number) => Effect.map(cached.read([all], ageMsMax), ([state]) => state)

        return {
          isOn: (flag, personId) =>
            rules(FLAG_AGE_MS_MAX).pipe(
              Effect.map((state) => isOnFor(flag, state.get(flag), personId, release)),
              Effect.catchCause((cause) =>
                Effect.as(Effect.logWarning("flags cannot be read", { flag, cause: String(cause) }), true),
              ),
            ),
          rules: rules(0),
          set: Effect.fnUntraced(function* (change, by) {
            const nowMs = yield* Clock.currentTimeMillis
            yield* write(FLAGS_ID, setFlag({ ...change, by, nowMs })).pipe(dieOnConflict)
          }),
          reset: Effect.fnUntraced(function* (flag, by) {
            const nowMs = yield* Clock.currentTimeMillis
            yield* write(FLAGS_ID, resetFlag({ flag, by, nowMs })).pipe(dieOnConflict)
          }),
        }
      }),
    )
}
