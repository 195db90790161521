import { Clock, Effect } from "effect"
import { FreeAccess, type NoFreeAccess, type NotSubscribable, Subscriptions } from "#core/subscriptions"
import { findPerson } from "#projections/accounts"
import { channelsOf, findChannel } from "#projections/channels"
import { waitFor } from "#projections/runner"
import { accessGivenBy, freeAccessOf, trialDaysOf } from "#projections/subscriptions"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { badField } from "../badField.ts"
import { answer, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Call<Payload> = { readonly payload: Payload }
type AccessPayload = { readonly userCode: string; readonly levelId: 2 | 3 | null; readonly until?: number | null }

/** Handlers of freeAccess.contract.ts; resolved once for the group. */
export const freeAccessHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [access, subscriptions] = [yield* FreeAccess, yield* Subscriptions]
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  return {
    LoadFreeAccess: Effect.fn("LoadFreeAccess")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      yield* requireChannel(personId)
      return yield* givenBy(personId, 0)
    }, provide),

    UpdateFreeAccess: Effect.fn("UpdateFreeAccess")(function* ({
      payload: { userCode, levelId, until = null },
    }: Call<AccessPayload>) {
      const { personId: creatorId } = yield* requireMember
      yield* limitedWriting
      yield* requireChannel(creatorId)
      const t = translator((yield* CurrentCaller).locale)
      const reader = yield* findPerson(userCode)
      if (reader === null) return yield* badField("userCode", t("messages.nobody"))
      const pass = { creatorId, personId: reader.personId }
      if (levelId === null) return yield* givenBy(creatorId, yield* access.withdraw(pass))
      const giving = access.give(pass, { level: levelId, untilMs: until })
      return yield* givenBy(creatorId, yield* giving.pipe(Effect.catch(refuseAccess)), t("accountCall.saved"))
    }, provide),

    UpdateTrial: Effect.fn("UpdateTrial")(function* ({ payload: { days } }: Call<{ readonly days: number }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* requireChannel(personId)
      const position = yield* access.offerTrial(personId, days).pipe(Effect.catch(refuseAccess))
      return yield* givenBy(personId, position, translator((yield* CurrentCaller).locale)("accountCall.saved"))
    }, provide),

    StartTrial: Effect.fn("StartTrial")(function* ({
      payload: { channelCode },
    }: Call<{ readonly channelCode: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const channel = yield* findChannel(channelCode)
      const creatorId = yield* subscriptions
        .creatorOf(channel?.channelId ?? 0)
        .pipe(Effect.catchTag("NotSubscribable", refuseChannel))
      const position = yield* access.beginTrial({ creatorId, personId }).pipe(Effect.catch(refuseAccess))
      yield* waitFor("free_access", position)
      return answer({ free: yield* ownFreeAccess(personId) })
    }, provide),
  }
})

/** What a person reads without payment, as the wire shows it. */
export const ownFreeAccess = Effect.fnUntraced(function* (personId: string) {
  const found = yield* freeAccessOf(personId, yield* Clock.currentTimeMillis)
  return found.map(({ channelCode, subject, kind, level, until }) => ({
    ...{ channelCode, subject, kind, levelId: level, until: until?.getTime() ?? null },
  }))
})

/** What a creator gives, once the read model has reached a log position. */
const givenBy = Effect.fnUntraced(function* (creatorId: string, position: number, message = "") {
  yield* waitFor("free_access", position)
  const given = yield* accessGivenBy(creatorId, yield* Clock.currentTimeMillis)
  const people = given.map(({ level, until, since, ...person }) => ({
    ...{ ...person, levelId: level, until: until?.getTime() ?? null, since: since.getTime() },
  }))
  return answer({ trialDays: yield* trialDaysOf(creatorId), people }, message)
})

const requireChannel = Effect.fnUntraced(function* (personId: string) {
  const [first] = yield* channelsOf(personId)
  if (first === undefined)
    return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("creators.noChannel")))
})

const refuseChannel = Effect.fnUntraced(function* ({ messageKey }: NotSubscribable) {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)(messageKey)))
})

/** The form field that a refusal belongs to; the others concern no field. */
const FIELD = {
  ...{ oneself: "userCode", until: "until", full: "userCode", days: "days" },
  ...{ notOffered: null, tried: null, open: null },
} as const

const refuseAccess = Effect.fnUntraced(function* (refused: NoFreeAccess) {
  const message = translator((yield* CurrentCaller).locale)(refused.messageKey)
  const field = FIELD[refused.reason]
  return yield* field === null ? new Conflict(refusal(message)) : badField(field, message)
})
