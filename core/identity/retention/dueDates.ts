import { formatIso } from "#core/kernel"
import type { RetentionPolicy } from "../contract.ts"

const DAY_MS = 86_400_000
/** Days after a decision until the images are shredded under `prove-and-shred`. */
export const SHRED_DAYS = 30
/** Years after the end of the relationship under `aml`: AMLR (EU) 2024/1624, Art. 77. */
const AML_YEARS = 5
/** Days without an act of the person after which an open check is closed. */
export const IDLE_DAYS_MAX = 30

/** When images are due after a decision. Under `aml` the term begins only when the relationship ends. */
export const shredAtAfterDecision = (policy: RetentionPolicy, nowMs: number): string | null =>
  policy === "aml" ? null : formatIso(nowMs + SHRED_DAYS * DAY_MS)

/** When images are due after the person has left. */
export const shredAtAfterLeaving = (policy: RetentionPolicy, nowMs: number): string =>
  policy === "aml" ? addYears(nowMs, AML_YEARS) : formatIso(nowMs)

/** The same day of a later year; 29 February becomes 1 March. */
export const addYears = (ms: number, years: number): string => {
  const date = new Date(ms)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString()
}
