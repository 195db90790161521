import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import type { RejectionReason } from "../formRules.ts"
import { NoApplication } from "../refusals.ts"
import type { ApplicationForm, ApplicationState } from "./Application.ts"
import { ApplicationApproved, type ApplicationEvent, ApplicationRejected, ReviewStarted } from "./events.ts"

type DecideApplication = Decide<ApplicationState, ApplicationEvent, NoApplication>
type Decision = { readonly personId: string; readonly by: string; readonly nowMs: number }

/** Starts the review of a submitted application; idempotent. */
export const startReview =
  ({ personId, by, nowMs }: Decision): DecideApplication =>
  ({ status }) => {
    if (status === "inReview") return Result.succeed([])
    if (status !== "submitted") return Result.fail(new NoApplication({}))
    return Result.succeed([ReviewStarted.make({ personId, by, startedAt: formatIso(nowMs) })])
  }

/** Approves an application. Returns its event, and the answers for the channel that the same append opens. */
export const approve =
  ({ personId, by, nowMs, ...channel }: Decision & { readonly channelId: number; readonly channelCode: string }) =>
  ({
    status,
    form,
  }: ApplicationState): Result.Result<
    { readonly events: ReadonlyArray<ApplicationEvent>; readonly form: ApplicationForm },
    NoApplication
  > =>
    (status === "submitted" || status === "inReview") && form !== null
      ? Result.succeed({
          events: [ApplicationApproved.make({ personId, by, ...channel, approvedAt: formatIso(nowMs) })],
          form,
        })
      : Result.fail(new NoApplication({}))

/** Rejects an application, with a reason that the applicant reads. */
export const reject =
  ({
    personId,
    by,
    nowMs,
    reason,
    note,
  }: Decision & { readonly reason: RejectionReason; readonly note: string }): DecideApplication =>
  ({ status }) =>
    status === "submitted" || status === "inReview"
      ? Result.succeed([ApplicationRejected.make({ personId, by, reason, note, rejectedAt: formatIso(nowMs) })])
      : Result.fail(new NoApplication({}))
