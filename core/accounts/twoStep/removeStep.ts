import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { type TwoStepEvent, TwoStepRemovalCancelled, TwoStepRemovalRequested, TwoStepRemoved } from "./events.ts"
import type { Addressee } from "./passStep.ts"
import { RemovalLinkEnded } from "./refusals.ts"
import type { TwoStepState } from "./TwoStep.ts"

/** Time for the owner to object before a requested removal takes effect: three days. */
export const REMOVAL_DELAY_MS = 259_200_000

type Facts = ReadonlyArray<TwoStepEvent>
type About = { readonly to: Addressee; readonly nowMs: number }

/** The link of a mail asks for the removal. Asked again, nothing changes: the time to object does not begin again. */
export const requestRemoval =
  ({ to, codeId, nowMs }: About & { readonly codeId: string }) =>
  ({ isOn, removal }: TwoStepState): Result.Result<Facts, RemovalLinkEnded> => {
    if (!isOn) return Result.fail(new RemovalLinkEnded({}))
    if (removal !== null) return Result.succeed([])
    const [requestedAt, dueAt] = [formatIso(nowMs), formatIso(nowMs + REMOVAL_DELAY_MS)]
    return Result.succeed([TwoStepRemovalRequested.make({ ...to, codeId, requestedAt, dueAt })])
  }

/** The link that asked for it cancels it, as long as the step is there; and so does the person once signed in. */
export const cancelRemoval =
  ({ to, codeId, nowMs }: About & { readonly codeId: string | null }) =>
  ({ removal }: TwoStepState): Result.Result<Facts, RemovalLinkEnded> =>
    removal !== null && (codeId === null || removal.codeId === codeId)
      ? Result.succeed([TwoStepRemovalCancelled.make({ ...to, cancelledAt: formatIso(nowMs) })])
      : Result.fail(new RemovalLinkEnded({}))

/** The second step goes once the time to object has passed. */
export const completeRemoval =
  ({ to, nowMs }: About) =>
  ({ removal }: TwoStepState): Result.Result<Facts> =>
    Result.succeed(
      removal !== null && nowMs >= removal.dueMs ? [TwoStepRemoved.make({ ...to, removedAt: formatIso(nowMs) })] : [],
    )
