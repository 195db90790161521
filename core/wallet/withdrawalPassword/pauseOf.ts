import type { PauseReason } from "./refusals.ts"
import { PAUSE_MS } from "./WithdrawalPassword.ts"

/** Until when (milliseconds since 1970) a person's withdrawals are paused, and by what. */
export type Pause = { readonly why: PauseReason; readonly untilMs: number }

/** When what protects a person's withdrawals changed; 0 for never. */
type Changed = { readonly frozenUntilMs: number; readonly passwordMs: number; readonly stepMs: number }

/** The pause that a person is in; of several the one that ends last, null for none. */
export const pauseOf = ({ frozenUntilMs, passwordMs, stepMs }: Changed, nowMs: number): Pause | null => {
  const pauses: ReadonlyArray<Pause> = [
    { why: "reset", untilMs: frozenUntilMs },
    { why: "signIn", untilMs: passwordMs + PAUSE_MS },
    { why: "step", untilMs: stepMs + PAUSE_MS },
  ]
  return pauses.reduce<Pause | null>(
    (last, pause) => (pause.untilMs > Math.max(nowMs, last?.untilMs ?? 0) ? pause : last),
    null,
  )
}
