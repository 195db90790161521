import { Result } from "effect"
import { type WaitsFor, WithdrawalDelayed, type WithdrawalEvent } from "./events.ts"
import type { WithdrawalState } from "./Withdrawal.ts"

/** How long one that is agreed to may wait for its transaction before that is told. */
export const DELAY_MS = 600_000

/** Notes that no transaction could be made of one for some time, and from then on when it waits for something else, no more often. */
export const noteDelayed =
  (waitsFor: WaitsFor, at: string) =>
  (state: NonNullable<WithdrawalState>): Result.Result<ReadonlyArray<WithdrawalEvent>> => {
    const { phase, approvedMs, withdrawalId, delayed } = state
    const sinceMs = delayed?.atMs ?? approvedMs
    const isLong = sinceMs !== null && Date.parse(at) - sinceMs >= DELAY_MS
    const isNews = phase === "approved" && isLong && delayed?.waitsFor !== waitsFor
    return Result.succeed(isNews ? [WithdrawalDelayed.make({ withdrawalId, waitsFor, at })] : [])
  }
