import { Clock, Effect } from "effect"

/** A moment as events record it: ISO 8601, UTC. @param ms milliseconds since 1970 */
export const formatIso = (ms: number): string => new Date(ms).toISOString()

/** The current time as events record it: ISO 8601, UTC. */
export const currentTimeIso: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, formatIso)
