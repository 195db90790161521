import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import { type AccountEvent, CodeIssued, CodeRefused, CodeUsed, PUBLIC_PURPOSES, type Purpose } from "../events.ts"
import { CODE_REFUSALS_MAX, DAY_REFUSALS_MAX } from "../formRules.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const DAY_MS = 24 * HOUR_MS

/** How long a code of each purpose is valid (docs/decisions/0018-accounts.md). */
export const CODE_MS: Readonly<Record<Purpose, number>> = {
  activation: 24 * HOUR_MS,
  signIn: 10 * MINUTE_MS,
  reset: HOUR_MS,
  password: 10 * MINUTE_MS,
  preference: 10 * MINUTE_MS,
  untiefa: 24 * HOUR_MS,
  email: HOUR_MS,
}

/** The identity of a new code. */
export type NewCode = { readonly personId: string; readonly codeId: string; readonly nowMs: number }

/** A new code of this purpose for the person's address. It replaces the previous one. */
export const issueCode = (
  purpose: Purpose,
  { personId, codeId, nowMs }: NewCode,
  { email, locale }: Pick<AccountState, "email" | "locale">,
): AccountEvent =>
  CodeIssued.make({
    personId,
    codeId,
    purpose,
    email,
    locale,
    issuedAt: formatIso(nowMs),
    expiresAt: formatIso(nowMs + CODE_MS[purpose]),
  })

/** A code as a request presents it. */
export type PresentedCode = {
  readonly personId: string
  readonly purpose: Purpose
  /** Whether the presented digits or link belong to the code with this id. */
  readonly matches: (codeId: string) => boolean
  /** Presented as a link. A link has 256 unguessable bits, so wrong digits of others do not invalidate it. */
  readonly isLink?: boolean
  readonly nowMs: number
}

/**
 * Checks a code. A right one is used up. Wrong digits are counted: five invalidate the digits of the code, and ten within
 * a day the digits of every code that can be tried without a session. The link in the mail stays valid.
 */
export const checkCode = (
  { codes, refusedMs }: Pick<AccountState, "codes" | "refusedMs">,
  { personId, purpose, matches: isIt, isLink = false, nowMs }: PresentedCode,
): { readonly isRight: boolean; readonly facts: ReadonlyArray<AccountEvent> } => {
  const code = codes[purpose]
  if (code === undefined || nowMs >= code.expiresMs) return { isRight: false, facts: [] }
  const refusedToday = PUBLIC_PURPOSES.has(purpose) ? refusedMs.filter((ms) => nowMs - ms < DAY_MS).length : 0
  if (!isLink && (code.refused >= CODE_REFUSALS_MAX || refusedToday >= DAY_REFUSALS_MAX))
    return { isRight: false, facts: [] }
  const { codeId } = code
  const at = formatIso(nowMs)
  if (isIt(codeId)) return { isRight: true, facts: [CodeUsed.make({ personId, codeId, purpose, usedAt: at })] }
  return {
    isRight: false,
    facts: isLink ? [] : [CodeRefused.make({ personId, codeId, purpose, refusedAt: at })],
  }
}

/** The result of a decision by code. Wrong codes are recorded too. */
export type CodeDecision = Result.Result<ReadonlyArray<AccountEvent>, never>

/** Uses up a code of an active account. */
export const consumeCode =
  (given: PresentedCode) =>
  (state: AccountState): CodeDecision =>
    Result.succeed(state.status === "active" ? checkCode(state, given).facts : [])
