import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { type ChoiceCause, ReleaseChosen, type ReleaseEvent } from "./events.ts"
import { compareVersions, type Release, type ReleasesState, releaseId } from "./Release.ts"
import { ReleaseNotNewer } from "./refusals.ts"

/**
 * Chooses the release that a start or a migration prepares, if that act is meant as a release: the first one of a cluster,
 * or one that the cluster does not know and whose version is not older. A known one that starts again while others run,
 * such as a machine that restarts in the middle of a roll, stays as it is. If nothing else runs, the release that starts
 * is the only one there is.
 * @param isAlone no other process of the cluster runs
 */
export const chooseStarted =
  ({ release, isAlone, by, nowMs }: Started) =>
  (state: ReleasesState): Result.Result<ReadonlyArray<ReleaseEvent>, ReleaseNotNewer> => {
    const { chosen } = state
    if (chosen?.build === release.build) return Result.succeed([])
    const cause = causeOf(state, release, isAlone)
    if (cause === null) return Result.fail(new ReleaseNotNewer({ chosen: chosen === null ? "" : releaseId(chosen) }))
    return Result.succeed([ReleaseChosen.make({ ...release, cause, reason: null, by, chosenAt: formatIso(nowMs) })])
  }

type Started = { readonly release: Release; readonly isAlone: boolean; readonly by: string; readonly nowMs: number }

const causeOf = ({ chosen, known }: ReleasesState, release: Release, isAlone: boolean): ChoiceCause | null => {
  if (chosen === null) return "first"
  const isKnown = known.some(({ build }) => build === release.build)
  if (!isKnown && compareVersions(release.version, chosen.version) >= 0) return "newer"
  return isAlone ? "alone" : null
}
