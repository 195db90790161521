import { Clock, Context, Effect, Layer, Result } from "effect"
import { cachedReader, dieOnConflict, formatIso, Sql, writer } from "#core/kernel"
import { type ChoiceRefused, chooseRelease, rollBackRelease } from "./chooseRelease.ts"
import { chooseStarted } from "./chooseStarted.ts"
import { type Duty, dutyOf } from "./dutyOf.ts"
import { SwitchForced } from "./events.ts"
import { findRunningReleases } from "./processes.ts"
import { RELEASES_ID, type Release, Releases, type ReleasesState } from "./Release.ts"
import { NotOfChosenRelease, type ReleaseNotNewer } from "./refusals.ts"

/** How long a process uses a choice without asking again. */
const CHOICE_AGE_MS_MAX = 1_000
/** The actor of a choice that a start or a migration made. */
const STARTED_BY = "system"

type ForcedSwitch = Omit<typeof SwitchForced.Type, "_tag" | "forcedAt">

/** Which release of the cluster prepares and switches read models and runs jobs. */
export class ReleaseChoice extends Context.Service<
  ReleaseChoice,
  {
    /** The choice as it is now. */
    readonly state: Effect.Effect<ReleasesState>
    /** The choice, at most a second old. */
    readonly recent: Effect.Effect<ReleasesState>
    /** What a worker of this release does now. */
    dutyOf(release: Release): Effect.Effect<Duty>
    /** Fails for a process that must not switch read models. */
    requireChosen(release: Release): Effect.Effect<void, NotOfChosenRelease>
    /** Chooses the release that a start or a migration prepares. @param isAlone no other process of the cluster runs */
    chooseStarted(release: Release, isAlone: boolean): Effect.Effect<void, ReleaseNotNewer>
    choose(build: string, reason: string, by: string): Effect.Effect<void, ChoiceRefused>
    /** @param from does nothing if another release than this build is chosen by now */
    rollBack(reason: string, by: string, from?: string): Effect.Effect<void, ChoiceRefused>
    /** Records that somebody switches a read model although the builds differ. */
    recordForcedSwitch(forced: ForcedSwitch): Effect.Effect<void>
  }
>()("core/releases/ReleaseChoice") {
  static readonly layer = Layer.effect(
    ReleaseChoice,
    Effect.gen(function* () {
      const [kept, write, sql] = [yield* cachedReader, yield* writer(Releases), yield* Sql]
      const all = kept.of(Releases)(RELEASES_ID)
      const read = (ageMsMax: number) => Effect.map(kept.read([all], ageMsMax), ([state]) => state)
      const running = Effect.provideService(findRunningReleases, Sql, sql)

      return {
        state: read(0),
        recent: read(CHOICE_AGE_MS_MAX),
        dutyOf: Effect.fnUntraced(function* ({ build }) {
          const state = yield* read(CHOICE_AGE_MS_MAX)
          if (dutyOf(state, build, false) !== "standsIn") return dutyOf(state, build, false)
          const chosen = (yield* running).find((each) => each.build === state.chosen?.build)
          return dutyOf(state, build, (chosen?.working ?? 0) > 0)
        }),
        requireChosen: Effect.fnUntraced(function* ({ build }) {
          const { chosen } = yield* read(0)
          if (chosen !== null && chosen.build !== build) return yield* Effect.fail(new NotOfChosenRelease({}))
        }),
        chooseStarted: Effect.fnUntraced(function* (release, isAlone) {
          const nowMs = yield* Clock.currentTimeMillis
          yield* write(RELEASES_ID, chooseStarted({ release, isAlone, by: STARTED_BY, nowMs })).pipe(dieOnConflict)
        }),
        choose: Effect.fnUntraced(function* (build, reason, by) {
          const [nowMs, found] = [yield* Clock.currentTimeMillis, yield* running]
          yield* write(RELEASES_ID, chooseRelease({ build, running: found, reason, by, nowMs })).pipe(dieOnConflict)
        }),
        rollBack: Effect.fnUntraced(function* (reason, by, from) {
          const [nowMs, found] = [yield* Clock.currentTimeMillis, yield* running]
          yield* write(RELEASES_ID, rollBackRelease({ running: found, reason, by, nowMs, from })).pipe(dieOnConflict)
        }),
        recordForcedSwitch: Effect.fnUntraced(function* (forced) {
          const forcedAt = formatIso(yield* Clock.currentTimeMillis)
          yield* write(RELEASES_ID, () => Result.succeed([SwitchForced.make({ ...forced, forcedAt })])).pipe(
            dieOnConflict,
          )
        }),
      }
    }),
  )
}
