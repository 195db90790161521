import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { StepRemovalAsked, StepRemovalCancelled, type TwoStepEvent, TwoStepRemoved } from "./events.ts"
import type { Addressee } from "./passStep.ts"
import { RemovalLinkEnded } from "./refusals.ts"
import { REMOVAL_DELAY_MS } from "./sizes.ts"
import type { TwoStepState } from "./TwoStep.ts"

type Facts = ReadonlyArray<TwoStepEvent>
type About = { readonly to: Addressee; readonly nowMs: number }

/** The link of a mail asks for the removal. Asked again, nothing changes: the time to object does not begin again. */
export const askRemoval =
  ({ to, codeId, nowMs }: About & { readonly codeId: string }) =>
  ({ isOn, removal }: TwoStepState): Result.Result<Facts, RemovalLinkEnded> => {
    if (!isOn) return Result.fail(new RemovalLinkEnded({}))
    if (removal !== null) return Result.succeed([])
    const [askedAt, dueAt] = [formatIso(nowMs), formatIso(nowMs + REMOVAL_DELAY_MS)]
    return Result.succeed([StepRemovalAsked.make({ ...to, codeId, askedAt, dueAt })])
  }

/** The link that asked for it cancels it, as long as the step is there; and so does the person once signed in. */
export const cancelRemoval =
  ({ to, codeId, nowMs }: About & { readonly codeId: string | null }) =>
  ({ removal }: TwoStepState): Result.Result<Facts, RemovalLinkEnded> =>
    removal !== null && (codeId === null || removal.codeId === codeId)
      ? Result.succeed([StepRemovalCancelled.make({ ...to, cancelledAt: formatIso(nowMs) })])
      : Result.fail(new RemovalLinkEnded({}))

/** The second step goes once the time to object has passed. */
export const carryOutRemoval =
  ({ to, nowMs }: About) =>
  ({ removal }: TwoStepState): Result.Result<Facts> =>
    Result.succeed(
      removal !== null && nowMs >= removal.dueMs ? [TwoStepRemoved.make({ ...to, removedAt: formatIso(nowMs) })] : [],
    )
