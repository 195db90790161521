import { Effect } from "effect"
import type { CommandReused } from "#core/ledger"
import { Forwards, type NoForward } from "#core/subscriptions"
import { findPerson } from "#projections/accounts"
import { channelsOf } from "#projections/channels"
import { waitFor } from "#projections/runner"
import { forwardsBy, forwardsTo } from "#projections/subscriptions"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { badField } from "../badField.ts"
import { answer, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Call<Payload> = { readonly payload: Payload }

/** Handlers of forwards.contract.ts; resolved once for the group. */
export const forwardHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const forwards = yield* Forwards
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  return {
    LoadForwards: Effect.fn("LoadForwards")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      return yield* forwardsOf(personId, 0)
    }, provide),

    UpdateForward: Effect.fn("UpdateForward")(function* ({
      payload: { userCode, perMille },
    }: Call<{ readonly userCode: string; readonly perMille: number }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const t = translator((yield* CurrentCaller).locale)
      if ((yield* channelsOf(personId)).length === 0) return yield* new NotFound(refusal(t("creators.noChannel")))
      const receiver = yield* findPerson(userCode)
      if (receiver === null) return yield* badField("userCode", t("messages.nobody"))
      const setting = forwards.set(personId, receiver.personId, perMille).pipe(Effect.catch(refuse))
      return yield* forwardsOf(personId, yield* setting, t("accountCall.saved"))
    }, provide),
  }
})

/** What a person passes on and gets, once the read model has reached a log position. */
const forwardsOf = Effect.fnUntraced(function* (personId: string, position: number, message = "") {
  yield* waitFor("subscriptions", position)
  return answer({ forwards: yield* forwardsBy(personId), incoming: yield* forwardsTo(personId) }, message)
})

/** The form field that a refusal belongs to; the others concern no field. */
const FIELD = { oneself: "userCode", loop: "userCode", part: "perMille", sum: "perMille", many: null } as const

const refuse = Effect.fnUntraced(function* (refused: NoForward | CommandReused) {
  const message = translator((yield* CurrentCaller).locale)(refused.messageKey)
  const field = refused._tag === "CommandReused" ? null : FIELD[refused.reason]
  return yield* field === null ? new Conflict(refusal(message)) : badField(field, message)
})
