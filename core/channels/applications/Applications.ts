import { Clock, Context, Effect, Layer, Result } from "effect"
import { dieOnConflict, jointWriter, writer } from "#core/kernel"
import { type OpenedEvents, openChannel } from "../channel/openChannel.ts"
import { openingParts, retryingNumber } from "../channel/openingParts.ts"
import type { RejectionReason } from "../formRules.ts"
import { readApplicationForm } from "../readChannelForm.ts"
import type {
  AlreadyCreator,
  ApplicationInReview,
  NoApplication,
  NumberTaken,
  TooManySubmissions,
  UnfitForm,
} from "../refusals.ts"
import { Application, type ApplicationForm } from "./Application.ts"
import { apply, withdraw } from "./apply.ts"
import type { ApplicationEvent } from "./events.ts"
import { approve, reject, startReview } from "./review.ts"

/** The number and the code of a channel, and the log position from which it can be read. */
export type OpenedChannel = { readonly channelId: number; readonly channelCode: string; readonly position: number }

/** Applications of people who want to become creators. Other commands return the log position to wait for. */
export class Applications extends Context.Service<
  Applications,
  {
    /** Saves the answers and submits them, unless they are a draft. */
    apply(
      personId: string,
      form: ApplicationForm,
      isDraft: boolean,
    ): Effect.Effect<number, UnfitForm | AlreadyCreator | ApplicationInReview | TooManySubmissions>
    withdraw(personId: string): Effect.Effect<number, NoApplication>
    /** For operators: `by` is the name that is recorded. */
    startReview(personId: string, by: string): Effect.Effect<number, NoApplication>
    /** For operators: opens the channel in the same append. */
    approve(personId: string, by: string): Effect.Effect<OpenedChannel, NoApplication>
    /** For operators. */
    reject(personId: string, by: string, reason: RejectionReason, note: string): Effect.Effect<number, NoApplication>
  }
>()("core/channels/Applications") {
  static readonly layer = Layer.effect(
    Applications,
    Effect.gen(function* () {
      const write = yield* writer(Application)
      const writeJointly = yield* jointWriter
      const prepare = yield* openingParts

      const tryApprove = Effect.fnUntraced(function* (personId: string, by: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const { channelId, channelCode, parts } = yield* prepare
        const { receipt } = yield* writeJointly(
          { application: { aggregate: Application, id: personId }, ...parts },
          ({
            application,
            numbers,
            code,
          }): Result.Result<
            OpenedEvents & { readonly application: ReadonlyArray<ApplicationEvent> },
            NoApplication | NumberTaken
          > =>
            Result.flatMap(
              approve({ personId, by, nowMs, channelId, channelCode })(application),
              ({ events, form: { subject, languages } }) =>
                Result.map(
                  openChannel({ personId, nowMs, channelId, channelCode, parentId: null, subject, languages })({
                    numbers,
                    code,
                  }),
                  (opened) => ({ application: events, ...opened }),
                ),
            ),
          () => ({ channelId, channelCode }),
        )
        // A repeated command answers with the channel that the first one opened.
        const opened = receipt.answer as Pick<OpenedChannel, "channelId" | "channelCode">
        return { ...opened, position: receipt.position }
      })

      return Applications.of({
        apply: Effect.fn("Applications.apply")(function* (personId, form, isDraft) {
          const fit = yield* Effect.fromResult(readApplicationForm(form, isDraft))
          const nowMs = yield* Clock.currentTimeMillis
          const { receipt } = yield* write(personId, apply({ personId, nowMs, form: fit, isDraft })).pipe(dieOnConflict)
          return receipt.position
        }),
        withdraw: Effect.fn("Applications.withdraw")(function* (personId) {
          const nowMs = yield* Clock.currentTimeMillis
          return (yield* write(personId, withdraw({ personId, nowMs })).pipe(dieOnConflict)).receipt.position
        }),
        startReview: Effect.fn("Applications.startReview")(function* (personId, by) {
          const nowMs = yield* Clock.currentTimeMillis
          return (yield* write(personId, startReview({ personId, by, nowMs })).pipe(dieOnConflict)).receipt.position
        }),
        approve: Effect.fn("Applications.approve")(function* (personId, by) {
          return yield* retryingNumber(tryApprove(personId, by))
        }),
        reject: Effect.fn("Applications.reject")(function* (personId, by, reason, note) {
          const nowMs = yield* Clock.currentTimeMillis
          const decide = reject({ personId, by, nowMs, reason, note })
          return (yield* write(personId, decide).pipe(dieOnConflict)).receipt.position
        }),
      })
    }),
  )
}
