import { Clock, Effect, Result, Schema } from "effect"
import { type Aggregate, type AnyEvent, dieOnConflict, jointWriter } from "#core/kernel"
import { Account } from "../Account.ts"
import { WrongCode } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { type ConfirmationInput, checkConfirmation } from "./confirm.ts"
import type { CodeRecipient } from "./passStep.ts"

/**
 * Writes a change of how a person signs in together with its confirmation. A wrong mailed code is counted; a right one is
 * not used up by a refused change. Returns whether the command is a repeat, in which case secrets are not shown again.
 */
export const confirmedWriter = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) =>
  Effect.gen(function* () {
    const { isDigitsOf } = yield* Secrets
    const write = yield* jointWriter

    return Effect.fnUntraced(function* <Refusal>(
      who: ConfirmationInput,
      decide: (state: State, to: CodeRecipient, nowMs: number) => Result.Result<ReadonlyArray<Event>, Refusal>,
    ) {
      const { personId } = who
      const nowMs = yield* Clock.currentTimeMillis
      const { receipt } = yield* write(
        { account: { aggregate: Account, id: personId }, changed: { aggregate, id: personId } },
        ({ account, changed }) =>
          Result.gen(function* () {
            const { email, locale } = account
            const facts = yield* decide(changed, { personId, email, locale }, nowMs)
            const confirmed = yield* checkConfirmation(account, who, isDigitsOf, nowMs)
            return { account: confirmed.facts, changed: confirmed.isRight ? facts : [] }
          }),
        ({ changed = [] }) => ({ isDone: changed.length > 0 }),
      ).pipe(dieOnConflict)
      if (!decodeAnswer(receipt.answer).isDone) return yield* new WrongCode({})
      return { isRepeat: receipt.repeated }
    })
  })

const decodeAnswer = Schema.decodeUnknownSync(Schema.Struct({ isDone: Schema.Boolean }))
