import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import { SUBMISSIONS_DAYS, SUBMISSIONS_MAX } from "../formRules.ts"
import { AlreadyCreator, ApplicationInReview, NoApplication, TooManySubmissions } from "../refusals.ts"
import type { ApplicationForm, ApplicationState } from "./Application.ts"
import { type ApplicationEvent, ApplicationSaved, ApplicationSubmitted, ApplicationWithdrawn } from "./events.ts"

type DecideApplication<Refusal> = Decide<ApplicationState, ApplicationEvent, Refusal>
type Who = { readonly personId: string; readonly nowMs: number }

/** The id of "Content creator" in Home/LoadApplcationRequestType. */
const CONTENT_CREATOR = 1
const DAY_MS = 86_400_000

/** Saves the answers, and submits them unless they are a draft. A submitted application can be corrected until its review. */
export const apply =
  ({ personId, nowMs, form, isDraft }: Who & { readonly form: ApplicationForm; readonly isDraft: boolean }) =>
  ({
    status,
    form: former,
    submittedMs,
  }: ApplicationState): Result.Result<
    ReadonlyArray<ApplicationEvent>,
    AlreadyCreator | ApplicationInReview | TooManySubmissions
  > => {
    if (status === "approved") return Result.fail(new AlreadyCreator({}))
    if (status === "inReview") return Result.fail(new ApplicationInReview({}))
    const at = formatIso(nowMs)
    const isSame = JSON.stringify(former) === JSON.stringify(form)
    const isOpen = status === "draft" || status === "submitted"
    const saved = isSame && isOpen ? [] : [ApplicationSaved.make({ personId, ...form, savedAt: at })]
    if (isDraft || status === "submitted") return Result.succeed(saved)
    const recent = submittedMs.filter((ms) => ms > nowMs - SUBMISSIONS_DAYS * DAY_MS)
    if (recent.length >= SUBMISSIONS_MAX) return Result.fail(new TooManySubmissions({}))
    const submitted = ApplicationSubmitted.make({ personId, requestTypeId: CONTENT_CREATOR, submittedAt: at })
    return Result.succeed([...saved, submitted])
  }

/** Takes an application back, also during its review. */
export const withdraw =
  ({ personId, nowMs }: Who): DecideApplication<NoApplication> =>
  ({ status }) =>
    status === "draft" || status === "submitted" || status === "inReview"
      ? Result.succeed([ApplicationWithdrawn.make({ personId, withdrawnAt: formatIso(nowMs) })])
      : Result.fail(new NoApplication({}))
