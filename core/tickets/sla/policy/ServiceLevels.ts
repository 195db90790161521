import { Clock, Context, Effect, Layer } from "effect"
import { cachedReader, dieOnConflict, writer } from "#core/kernel"
import type { SlaPolicy } from "../serviceLevels.ts"
import { currentPolicy, POLICIES_ID, PolicyHistory, policyOfVersion } from "./PolicyHistory.ts"
import { type PolicyForm, type PolicyInvalid, readPolicy, setPolicy, type TooManyPolicies } from "./setPolicy.ts"

/** The service levels of support, in versions. `by` is the actor that is recorded. */
export class ServiceLevels extends Context.Service<
  ServiceLevels,
  {
    /** What holds for tickets that are opened now. */
    readonly current: Effect.Effect<SlaPolicy>
    /** The version under which a ticket was opened. */
    version(version: number): Effect.Effect<SlaPolicy>
    /** Holds for tickets that are opened from now on. */
    set(form: PolicyForm, by: string): Effect.Effect<void, PolicyInvalid | TooManyPolicies>
  }
>()("core/tickets/ServiceLevels") {
  static readonly layer = Layer.effect(
    ServiceLevels,
    Effect.gen(function* () {
      const [cached, write] = [yield* cachedReader, yield* writer(PolicyHistory)]
      const ref = cached.of(PolicyHistory)(POLICIES_ID)
      const history = Effect.map(cached.read([ref], 0), ([state]) => state)

      return {
        current: Effect.map(history, currentPolicy),
        version: Effect.fn("ServiceLevels.version")(function* (version) {
          const found = policyOfVersion(yield* history, version)
          return found ?? (yield* Effect.die(new Error(`no service levels of version ${version}`)))
        }),
        set: Effect.fn("ServiceLevels.set")(function* (form, by) {
          const policy = yield* Effect.fromResult(readPolicy(form))
          const nowMs = yield* Clock.currentTimeMillis
          yield* write(POLICIES_ID, setPolicy({ by, nowMs, policy })).pipe(dieOnConflict)
        }),
      }
    }),
  )
}
