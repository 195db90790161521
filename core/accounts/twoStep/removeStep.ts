import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { type TwoStepEvent, TwoStepRemovalCancelled, TwoStepRemovalRequested, TwoStepRemoved } from "./events.ts"
import type { CodeRecipient } from "./passStep.ts"
import { RemovalLinkEnded } from "./refusals.ts"
import type { TwoStepState } from "./TwoStep.ts"

/** Time for the owner to object before a requested removal takes effect: three days. */
export const REMOVAL_DELAY_MS = 259_200_000

type Facts = ReadonlyArray<TwoStepEvent>
type About = { readonly to: CodeRecipient; readonly nowMs: number }

/** Requests the removal with a mailed link. A repeated request does not restart the objection period. */
export const requestRemoval =
  ({ to, codeId, nowMs }: About & { readonly codeId: string }) =>
  ({ isOn, removal }: TwoStepState): Result.Result<Facts, RemovalLinkEnded> => {
    if (!isOn) return Result.fail(new RemovalLinkEnded({}))
    if (removal !== null) return Result.succeed([])
    const [requestedAt, dueAt] = [formatIso(nowMs), formatIso(nowMs + REMOVAL_DELAY_MS)]
    return Result.succeed([TwoStepRemovalRequested.make({ ...to, codeId, requestedAt, dueAt })])
  }

/** Cancels a requested removal, with the same link or by the signed-in person. */
export const cancelRemoval =
  ({ to, codeId, nowMs }: About & { readonly codeId: string | null }) =>
  ({ removal }: TwoStepState): Result.Result<Facts, RemovalLinkEnded> =>
    removal !== null && (codeId === null || removal.codeId === codeId)
      ? Result.succeed([TwoStepRemovalCancelled.make({ ...to, cancelledAt: formatIso(nowMs) })])
      : Result.fail(new RemovalLinkEnded({}))

/** Removes the second step once the objection period is over. */
export const completeRemoval =
  ({ to, nowMs }: About) =>
  ({ removal }: TwoStepState): Result.Result<Facts> =>
    Result.succeed(
      removal !== null && nowMs >= removal.dueMs ? [TwoStepRemoved.make({ ...to, removedAt: formatIso(nowMs) })] : [],
    )
