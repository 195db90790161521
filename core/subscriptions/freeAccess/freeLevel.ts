import { SUBSCRIBER_LEVEL } from "../limits.ts"
import type { AccessPassState } from "./AccessPass.ts"

/** The level that is open without payment at a time, 0 for none. */
export const freeLevel = ({ given, trialUntilMs }: AccessPassState, nowMs: number): 0 | 2 | 3 => {
  const trial = trialUntilMs !== null && nowMs < trialUntilMs ? SUBSCRIBER_LEVEL : 0
  if (given === null || (given.untilMs !== null && given.untilMs <= nowMs)) return trial
  return given.level
}
