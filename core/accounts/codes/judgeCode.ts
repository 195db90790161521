import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import { type AccountEvent, CodeIssued, CodeRefused, CodeUsed, type Purpose } from "../events.ts"
import { CODE_REFUSALS_MAX } from "../sizes.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long a code of each purpose lives (docs/decisions/0018-accounts.md). */
export const CODE_MS: Readonly<Record<Purpose, number>> = {
  activation: 24 * HOUR_MS,
  signIn: 10 * MINUTE_MS,
  reset: HOUR_MS,
  password: 10 * MINUTE_MS,
  preference: 10 * MINUTE_MS,
  untiefa: 24 * HOUR_MS,
}

/** A code that is to be made. */
export type NewCode = { readonly personId: string; readonly codeId: string; readonly nowMs: number }

/** The fact that a code of this purpose was made for the person's address. The one before counts no more. */
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

/** A code that somebody gave: whether it is the one with an id is for the secrets to say. */
export type GivenCode = {
  readonly personId: string
  readonly purpose: Purpose
  readonly isIt: (codeId: string) => boolean
  readonly nowMs: number
}

/**
 * Judges a code: right ones are used up, wrong ones are counted, and after five of them, or when its time is over, the
 * code is good for nothing. Where there is no code, nothing is counted.
 */
export const judgeCode = (
  { codes }: Pick<AccountState, "codes">,
  { personId, purpose, isIt, nowMs }: GivenCode,
): { readonly isRight: boolean; readonly facts: ReadonlyArray<AccountEvent> } => {
  const code = codes[purpose]
  if (code === undefined || code.refused >= CODE_REFUSALS_MAX || nowMs >= code.expiresMs)
    return { isRight: false, facts: [] }
  const { codeId } = code
  const at = formatIso(nowMs)
  return isIt(codeId)
    ? { isRight: true, facts: [CodeUsed.make({ personId, codeId, purpose, usedAt: at })] }
    : { isRight: false, facts: [CodeRefused.make({ personId, codeId, purpose, refusedAt: at })] }
}
