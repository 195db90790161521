import type { Clause } from "./clusterQuery.ts"

/** News loses half of what freshness adds in this time, as in PostgreSQL; what is old keeps the other half. */
const HALF_LIFE_MS = 30 * 86_400_000
/** Scores are whole numbers that a 32-bit float holds exactly, so that a page can go on after one. */
const SCALE = 10_000

export const RANK_SCRIPT =
  "Math.round(params.scale * _score * (1 + Math.pow(2, Math.min(0, doc['sort_at'].value - params.now) / params.half_life)))"

/** A query whose finds are scored by how well they match, and by their age. */
export const rankQuery = (query: Clause, nowMs: number): Clause => ({
  script_score: {
    query,
    script: { source: RANK_SCRIPT, params: { scale: SCALE, now: nowMs, half_life: HALF_LIFE_MS } },
  },
})
