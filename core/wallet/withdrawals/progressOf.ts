import { Effect } from "effect"
import type { Chain } from "#core/chains"
import type { WithdrawalState } from "./Withdrawal.ts"

/** How far a withdrawal has come. */
export type Progress = {
  /** Before that nothing happens; milliseconds since 1970. */
  readonly dueMs: number
  /** Blocks on top of its payment, with the payment's own; null where none was signed or its chain does not answer. */
  readonly confirmations: number | null
  readonly confirmationsNeeded: number
}

/** Asks the chain how deep a withdrawal's payment lies. Of several transactions at most one is in a block. */
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
