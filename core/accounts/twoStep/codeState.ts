import { CODE_LENGTH } from "../sizes.ts"
import { STEP_MS } from "./sizes.ts"

/** A code that was typed, and when (milliseconds since 1970). */
export type CodeState = { readonly code: string; readonly time: number }

/** Whether a code may be sent: it has six digits and is under 30 s old; one that is exactly that old is too old. */
export const isCodeReady = ({ code, time }: CodeState, nowMs: number): boolean =>
  code.length === CODE_LENGTH && /^\d+$/.test(code) && nowMs - time < STEP_MS
