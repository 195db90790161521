import { Result } from "effect"
import { type WaitsFor, WithdrawalDelayed, type WithdrawalEvent } from "./events.ts"
import type { WithdrawalState } from "./Withdrawal.ts"

/** How long an approved withdrawal may wait for its transaction before that is recorded. */
export const DELAY_MS = 600_000

/**
 * Records that no transaction could be built for some time, and again when the obstacle changes, at most once per
 * `DELAY_MS`.
 */
export const noteDelayed =
  (waitsFor: WaitsFor, at: string) =>
  (state: NonNullable<WithdrawalState>): Result.Result<ReadonlyArray<WithdrawalEvent>> => {
    const { phase, approvedMs, withdrawalId, delayed } = state
    const sinceMs = delayed?.atMs ?? approvedMs
    const isLong = sinceMs !== null && Date.parse(at) - sinceMs >= DELAY_MS
    const isNews = phase === "approved" && isLong && delayed?.waitsFor !== waitsFor
    return Result.succeed(isNews ? [WithdrawalDelayed.make({ withdrawalId, waitsFor, at })] : [])
  }
