import { Result } from "effect"
import { formatIso, isStorable, stripBidiControls } from "#core/kernel"
import {
  AGE_YEARS_MAX,
  AGE_YEARS_MIN,
  CHECKS_MAX,
  CONSENT_VERSION,
  FULL_NAME_LENGTH_MAX,
  LEVELS,
  type Level,
  type RetentionPolicy,
} from "../contract.ts"
import { CheckExists, type StatementProblem, TooEarly, TooManyAttempts, UnfitStatement } from "../refusals.ts"
import { addYears, shredAtAfterDecision } from "../retention/dueDates.ts"
import { type CheckState, isOpen } from "./Check.ts"
import { CheckBegun, type CheckEvent, CheckSubmitted, ConsentGiven, StatementMade, Verified } from "./events.ts"

const DAY_MS = 86_400_000
/** A verified identity can be renewed this long before it ends. */
const RENEWAL_DAYS = 90
/** An identity counts no longer than this, whatever its documents say. */
export const VERIFIED_YEARS_MAX = 3

/** What a person states, as the form sends it. */
export type StatementForm = {
  readonly level: number
  readonly fullName: string
  /** A day, `1990-02-28`. */
  readonly birthDate: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly hasConsent: boolean
}
export type Statement = {
  readonly level: Level
  readonly fullName: string
  readonly birthDate: string
  readonly country: string
}

/** Reads the form of a statement; names every field with an invalid value. */
export const readStatement = (form: StatementForm, nowMs: number): Result.Result<Statement, UnfitStatement> => {
  const problems: Array<{ readonly field: string; readonly problem: StatementProblem }> = []
  const level = LEVELS.find((each) => each === form.level)
  if (level === undefined) problems.push({ field: "level", problem: "level" })
  const fullName = stripBidiControls(form.fullName).replace(/\s+/g, " ").trim()
  const length = [...fullName].length
  if (length < 2 || length > FULL_NAME_LENGTH_MAX || !isStorable(fullName))
    problems.push({ field: "fullName", problem: "fullName" })
  const birthMs = readDay(form.birthDate)
  if (birthMs === null) problems.push({ field: "birthDate", problem: "birthDate" })
  else if (!isBetween(birthMs, nowMs)) problems.push({ field: "birthDate", problem: "age" })
  const country = form.country.toUpperCase()
  if (!isCountry(country)) problems.push({ field: "country", problem: "country" })
  if (!form.hasConsent) problems.push({ field: "consent", problem: "consent" })
  return level === undefined || problems.length > 0
    ? Result.fail(new UnfitStatement({ problems }))
    : Result.succeed({ level, fullName, birthDate: form.birthDate, country })
}

/** Milliseconds of the start of a day in UTC; null for what is no day. */
export const readDay = (day: string): number | null => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const ms = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(ms) || formatIso(ms).slice(0, day.length) !== day ? null : ms
}

const isBetween = (birthMs: number, nowMs: number): boolean =>
  addYears(birthMs, AGE_YEARS_MIN) <= formatIso(nowMs) && addYears(birthMs, AGE_YEARS_MAX) > formatIso(nowMs)

/** Whether a text is a code of a country: two letters that have a name. */
export const isCountry = (code: string): boolean => {
  if (!/^[A-Z]{2}$/.test(code) || code === "ZZ" || code === "EU" || code === "UN") return false
  return new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) !== undefined
}

type Begin = {
  readonly checkId: string
  readonly personId: string
  readonly statement: Statement
  readonly locale: string
  readonly policy: RetentionPolicy
  readonly nowMs: number
}

/**
 * Begins a check with consent and statement. A level 1 check ends with that: nobody reviews a statement.
 * @param earlier the checks of the person so far, oldest first
 */
export const beginCheck = (
  { checkId, personId, statement, locale, policy, nowMs }: Begin,
  earlier: ReadonlyArray<CheckState>,
): Result.Result<ReadonlyArray<CheckEvent>, CheckExists | TooEarly | TooManyAttempts> => {
  const { level, ...stated } = statement
  if (earlier.some(isOpen) || hasLevel(earlier, level, nowMs)) return Result.fail(new CheckExists())
  const againMs = Math.max(0, ...earlier.map((each) => each.againMs))
  if (againMs > nowMs) return Result.fail(new TooEarly({ againMs }))
  if (earlier.length >= CHECKS_MAX) return Result.fail(new TooManyAttempts())
  const [ids, at] = [{ checkId, personId }, formatIso(nowMs)]
  const begun = [
    CheckBegun.make({ ...ids, level, beganAt: at }),
    ConsentGiven.make({ ...ids, textVersion: CONSENT_VERSION, locale, givenAt: at }),
    StatementMade.make({ ...ids, ...stated, madeAt: at }),
  ]
  if (level > 1) return Result.succeed(begun)
  const until = addYears(nowMs, VERIFIED_YEARS_MAX)
  return Result.succeed([
    ...begun,
    CheckSubmitted.make({ ...ids, attempt: 1, submittedAt: at }),
    Verified.make({
      ...ids,
      ...{ level, until, by: "system", firstBy: null, shredAt: shredAtAfterDecision(policy, nowMs), verifiedAt: at },
    }),
  ])
}

const hasLevel = (checks: ReadonlyArray<CheckState>, level: Level, nowMs: number): boolean =>
  checks.some(
    (each) => each.phase === "verified" && each.level >= level && each.untilMs > nowMs + RENEWAL_DAYS * DAY_MS,
  )

/** The level that the checks of a person give them now; 0 without a valid one. */
export const levelOf = (checks: ReadonlyArray<CheckState>, nowMs: number): Level | 0 => {
  const valid = checks.filter(({ phase, untilMs }) => phase === "verified" && untilMs > nowMs)
  return LEVELS.findLast((level) => valid.some((each) => each.level === level)) ?? 0
}
