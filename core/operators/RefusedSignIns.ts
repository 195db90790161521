import type { AuthenticationResponseJSON } from "@simplewebauthn/server"
import { Clock, Context, Effect, Layer, Result } from "effect"
import { type Aggregate, dieOnConflict, formatIso, reader, writer } from "#core/kernel"
import { type RefusedSignInEvent, RefusedSignInEvents, SignInRefused } from "./events.ts"
import { TEAM_ID, Team } from "./Team.ts"
import { operatorIdOf } from "./userHandle.ts"

/** Refused sign-ins that the log records per UTC day; further ones change nothing that an operator would do. */
export const REFUSALS_PER_DAY_MAX = 100
const DAY_MS = 86_400_000

/** How many sign-ins were refused on one UTC day. */
const RefusedDay: Aggregate<number, RefusedSignInEvent> = {
  category: "refusedsignins",
  events: RefusedSignInEvents,
  initial: 0,
  evolve: (count) => count + 1,
}

/** Sign-ins at the console that were refused: by a wrong passkey, or by one of nobody who may sign in. */
export class RefusedSignIns extends Context.Service<
  RefusedSignIns,
  {
    /** Records a refusal, with the operator that the passkey names. */
    record(signed: AuthenticationResponseJSON): Effect.Effect<void>
    /** Of today and yesterday (UTC), at most REFUSALS_PER_DAY_MAX each. */
    readonly recent: Effect.Effect<number>
  }
>()("core/operators/RefusedSignIns") {
  static readonly layer = Layer.effect(
    RefusedSignIns,
    Effect.gen(function* () {
      const [write, readDay, readTeam] = [yield* writer(RefusedDay), yield* reader(RefusedDay), yield* reader(Team)]
      return RefusedSignIns.of({
        record: Effect.fn("RefusedSignIns.record")(function* (signed) {
          const claimed = operatorIdOf(signed.response.userHandle ?? "")
          // Not the id of a member, whose passkey was offered at the wrong place.
          const operatorId = claimed !== null && (yield* readTeam(TEAM_ID)).has(claimed) ? claimed : null
          const at = formatIso(yield* Clock.currentTimeMillis)
          yield* write(dayOf(at), (count) =>
            Result.succeed(count >= REFUSALS_PER_DAY_MAX ? [] : [SignInRefused.make({ operatorId, refusedAt: at })]),
          ).pipe(dieOnConflict)
        }),
        recent: Effect.gen(function* () {
          const nowMs = yield* Clock.currentTimeMillis
          const [today, yesterday] = [dayOf(formatIso(nowMs)), dayOf(formatIso(nowMs - DAY_MS))]
          return (yield* readDay(today)) + (yield* readDay(yesterday))
        }),
      })
    }),
  )
}

/** Such as 20261128. */
const dayOf = (iso: string): string => iso.slice(0, 10).replaceAll("-", "")
