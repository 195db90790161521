import type { Aggregate } from "#core/kernel"
import { ReleaseEvent, ReleaseEvents } from "./events.ts"

/** A release: a version of the product, and the beginning of the digest of the sources that it was built from. */
export type Release = { readonly version: string; readonly build: string }

export type ReleasesState = {
  /** The release that prepares and switches read models and runs jobs; null in a cluster without one. */
  readonly chosen: Release | null
  /** When it was chosen, as ISO 8601 in UTC. */
  readonly chosenAt: string | null
  /** The one that was chosen before. */
  readonly previous: Release | null
  /** All releases that were ever chosen, the latest last. */
  /** The return to the chosen one: from which build, why, and who returned; null if it was chosen. */
  readonly returned: { readonly from: string; readonly reason: string; readonly by: string } | null
  readonly known: ReadonlyArray<Release>
}

/** Releases that a cluster remembers. An older one is recognized by its version. */
export const RELEASES_KNOWN_MAX = 100

/** The only id of the stream: one version check covers the choice. */
export const RELEASES_ID = "all"

export const Releases: Aggregate<ReleasesState, ReleaseEvent> = {
  category: "releases",
  events: ReleaseEvents,
  initial: { chosen: null, chosenAt: null, previous: null, returned: null, known: [] },
  evolve: (state, event) =>
    ReleaseEvent.match(event, {
      "releases.ReleaseChosen.v1": ({ version, build, chosenAt }) => ({
        ...choose(state, { version, build }, chosenAt),
        returned: null,
      }),
      "releases.ReleaseRolledBack.v1": ({ version, build, rolledBackAt, from, reason, by }) => ({
        ...choose(state, { version, build }, rolledBackAt),
        returned: { from, reason, by },
      }),
      "releases.SwitchForced.v1": () => state,
    }),
}

const choose = ({ chosen, known }: ReleasesState, release: Release, chosenAt: string) => ({
  chosen: release,
  chosenAt,
  previous: chosen,
  known: [...known.filter(({ build }) => build !== release.build), release].slice(-RELEASES_KNOWN_MAX),
})

/** The id of a release as people and pages see it, such as 0.7.2+0123456789ab. */
export const releaseId = ({ version, build }: Release): string => `${version}+${build}`

/** Compares versions such as 0.7.2 by their numbers: negative if the first one is older. */
export const compareVersions = (one: string, other: string): number => {
  const [left, right] = [one.split(".").map(Number), other.split(".").map(Number)]
  for (const [index, part] of left.entries()) {
    const difference = part - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
