/** What a worker sees of its release while it watches it. */
export type ReleaseHealth = {
  /** Statements of all processes of the release that did not fit the database, since each started. */
  readonly invalidQueries: number
  /** The live builds of the read models. */
  readonly readModels: ReadonlyArray<ReadModelHealth>
}
export type ReadModelHealth = {
  readonly name: string
  /** Whether it has stopped at an event. */
  readonly isFaulted: boolean
  readonly parkedEvents: number
  /** Age of the oldest event that it lacks, 0 if there is none. */
  readonly lagSeconds: number
}

/** How long a release is watched after its read models were switched to. */
export const WATCH_MS = 300_000
/** Lag of a read model that was current when the watch began. Followers are a second behind at most. */
const LAG_SECONDS_MAX = 30
/** Events that a read model may park meanwhile: some are damaged whatever the release. */
const PARKED_MAX = 10
/** A process of another release that still sends its last statements while views change may cause some. */
const INVALID_QUERIES_MAX = 20

/**
 * Why a release should be returned from, as a sentence for operators, or null. Compares with the moment of the switch: what was
 * wrong before is no reason.
 */
export const troubleOf = (before: ReleaseHealth, now: ReleaseHealth): string | null => {
  for (const { name, isFaulted, parkedEvents, lagSeconds } of now.readModels) {
    const earlier = before.readModels.find((each) => each.name === name)
    if (isFaulted && earlier?.isFaulted !== true) return `The read model ${name} stopped at an event.`
    if (parkedEvents - (earlier?.parkedEvents ?? 0) > PARKED_MAX) return `The read model ${name} parks events.`
    if (lagSeconds > LAG_SECONDS_MAX && (earlier?.lagSeconds ?? 0) <= LAG_SECONDS_MAX)
      return `The read model ${name} is ${Math.round(lagSeconds)} seconds behind.`
  }
  const invalid = now.invalidQueries - before.invalidQueries
  return invalid > INVALID_QUERIES_MAX ? `${invalid} statements did not fit the database.` : null
}
