import { Result } from "effect"
import { type WaitsFor, WithdrawalDelayed, type WithdrawalEvent } from "./events.ts"
import type { WithdrawalState } from "./Withdrawal.ts"

/** How long one that is agreed to may wait for its transaction before that is told. */
export const DELAY_MS = 600_000

/** Notes that no transaction could be made of one for some time, once for each thing that it waits for since it was agreed to. */
export const noteDelayed =
  (waitsFor: WaitsFor, at: string) =>
  (state: NonNullable<WithdrawalState>): Result.Result<ReadonlyArray<WithdrawalEvent>> => {
    const { phase, approvedMs, withdrawalId } = state
    const isLong = approvedMs !== null && Date.parse(at) - approvedMs >= DELAY_MS
    const isNews = phase === "approved" && isLong && !state.toldDelays.includes(waitsFor)
    return Result.succeed(isNews ? [WithdrawalDelayed.make({ withdrawalId, waitsFor, at })] : [])
  }
