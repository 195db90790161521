import type { Clause } from "./clusterQuery.ts"

/** Half of the freshness score fades in this time, as in PostgreSQL; the other half stays. */
const HALF_LIFE_MS = 30 * 86_400_000
/** Scores are integers that a 32-bit float represents exactly, so that cursors are exact. */
const SCALE = 10_000

export const RANK_SCRIPT =
  "Math.round(params.scale * _score * (1 + Math.pow(2, Math.min(0, doc['sort_at'].value - params.now) / params.half_life)))"

/** A query scored by matches and age. */
export const rankQuery = (query: Clause, nowMs: number): Clause => ({
  script_score: {
    query,
    script: { source: RANK_SCRIPT, params: { scale: SCALE, now: nowMs, half_life: HALF_LIFE_MS } },
  },
})
