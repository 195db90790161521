import { Clock, Effect } from "effect"

/** Converts a time to the format of events: ISO 8601, UTC. @param ms milliseconds since 1970 */
export const formatIso = (ms: number): string => new Date(ms).toISOString()

/** The current time in the format of events: ISO 8601, UTC. */
export const currentTimeIso: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, formatIso)
