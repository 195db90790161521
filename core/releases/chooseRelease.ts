import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { ReleaseChosen, type ReleaseEvent, ReleaseRolledBack } from "./events.ts"
import type { RunningRelease } from "./processes.ts"
import type { ReleasesState } from "./Release.ts"
import { NoSuchRelease, ReleaseUnchanged, ReleaseWithoutWorker } from "./refusals.ts"

type Act = {
  readonly running: ReadonlyArray<RunningRelease>
  readonly reason: string
  readonly by: string
  readonly nowMs: number
}
export type ChoiceRefused = NoSuchRelease | ReleaseUnchanged | ReleaseWithoutWorker
type Decided = Result.Result<ReadonlyArray<ReleaseEvent>, ChoiceRefused>

/** Chooses a release of which a worker runs: it prepares its read models, switches to them and takes over the jobs. */
export const chooseRelease =
  ({ build, running, reason, by, nowMs }: Act & { readonly build: string }) =>
  ({ chosen, known }: ReleasesState): Decided => {
    const found = running.find((each) => each.build === build)
    const version = known.find((each) => each.build === build)?.version ?? found?.version
    if (version == null) return Result.fail(new NoSuchRelease({}))
    if (chosen?.build === build) return Result.fail(new ReleaseUnchanged({}))
    if (found === undefined || found.workers === 0) return Result.fail(new ReleaseWithoutWorker({}))
    return Result.succeed([
      ReleaseChosen.make({ version, build, cause: "operator", reason, by, chosenAt: formatIso(nowMs) }),
    ])
  }

/**
 * Returns to the release that was chosen before.
 * @param from the release that is returned from, if that is known: another one may have been chosen meanwhile
 */
export const rollBackRelease =
  ({ running, reason, by, nowMs, from }: Act & { readonly from?: string | undefined }) =>
  ({ chosen, previous }: ReleasesState): Decided => {
    if (chosen === null || previous === null) return Result.fail(new NoSuchRelease({}))
    if (from !== undefined && chosen.build !== from) return Result.fail(new ReleaseUnchanged({}))
    const found = running.find(({ build }) => build === previous.build)
    if (found === undefined || found.workers === 0) return Result.fail(new ReleaseWithoutWorker({}))
    return Result.succeed([
      ReleaseRolledBack.make({ ...previous, from: chosen.build, reason, by, rolledBackAt: formatIso(nowMs) }),
    ])
  }
