import { Effect } from "effect"
import type { Chain } from "#core/chains"
import type { WithdrawalState } from "./Withdrawal.ts"

/** Progress of a withdrawal. */
export type Progress = {
  /** Milliseconds since 1970; nothing happens before. */
  readonly dueMs: number
  /** Confirmations of its payment; null if none was signed or the chain does not respond. */
  readonly confirmations: number | null
  readonly confirmationsNeeded: number
}

/** Reads the confirmations of a withdrawal. At most one attempt is in a block. */
export const progressOf = (
  {
    dueMs,
    attempts,
    confirmationsNeeded,
  }: Pick<NonNullable<WithdrawalState>, "dueMs" | "attempts" | "confirmationsNeeded">,
  chain: Pick<Chain, "network" | "statusOf">,
): Effect.Effect<Progress> =>
  Effect.forEach(attempts, chain.statusOf).pipe(
    Effect.map((statuses) =>
      statuses.reduce<number | null>(
        (deepest, status) => Math.max(deepest ?? 0, status._tag === "Confirmed" ? status.confirmations : 0),
        null,
      ),
    ),
    Effect.orElseSucceed(() => null),
    Effect.map((confirmations) => {
      const needed = confirmationsNeeded ?? chain.network.confirmations.usual
      return {
        dueMs,
        confirmations: confirmations === null ? null : Math.min(confirmations, needed),
        confirmationsNeeded: needed,
      }
    }),
  )
