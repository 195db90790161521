import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Profiles, SignUps } from "#core/accounts"
import { AppConfig } from "#core/kernel"
import { findPerson, listActivity, searchPeople } from "#projections/accounts"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { Api } from "../Api.ts"
import { answer, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { refuse } from "../user/refusals.ts"
import { toPublicUser } from "../user/wire.ts"

export const UserDirectoryHandlers = HttpApiBuilder.group(
  Api,
  "user",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Services>())
    const { signUp: mode } = yield* AppConfig
    const signUps = yield* SignUps
    const profiles = yield* Profiles
    const limited = yield* limitedAsStandard
    const limitedWriting = yield* writing

    return handlers.handleAll({
      presignup: Effect.fn("presignup")(function* ({ payload: { inviteCode } }) {
        yield* limitedWriting
        const t = translator((yield* CurrentCaller).locale)
        const inviteNeeded = mode === "invited"
        if (inviteCode === undefined)
          return answer({ inviteNeeded }, t(inviteNeeded ? "accountCall.invite.needed" : "accountCall.signUp.open"))
        yield* signUps.checkInvite(inviteCode).pipe(Effect.catch(refuse))
        return answer({ inviteNeeded }, t("accountCall.invite.open"))
      }, provide),

      LoadUserActivity: Effect.fn("LoadUserActivity")(function* ({ payload: { userCode, filter } }) {
        yield* limited
        const isOwn = userCode === undefined
        const { personId } = isOwn ? yield* requireMember : yield* personOf(userCode)
        const { entries, hasMore } = yield* listActivity(personId, { isOwn, ...filter })
        const activities = entries.map(({ kind, atMs, device }) => ({ kind, time: atMs, device: device ?? "" }))
        return answer({ activities, hasMore })
      }, provide),

      SearchUser: Effect.fn("SearchUser")(function* ({ payload: { keyword, filter } }) {
        yield* requireMember
        yield* limited
        const { people, hasMore } = yield* searchPeople({ keyword, ...filter })
        return answer({ users: people.map(toPublicUser), hasMore })
      }, provide),

      GetSuggestedUserCode: Effect.fn("GetSuggestedUserCode")(function* () {
        yield* requireMember
        yield* limited
        return answer({ userCodes: yield* profiles.suggest })
      }, provide),

      UpdateUserCode: Effect.fn("UpdateUserCode")(function* ({ payload }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const position = yield* profiles.name(personId, payload).pipe(Effect.catch(refuse))
        yield* waitFor("accounts", position)
        return answer(null, translator((yield* CurrentCaller).locale)("accountCall.saved"))
      }, provide),
    })
  }),
)

const personOf = Effect.fnUntraced(function* (userCode: string) {
  const person = yield* findPerson(userCode)
  if (person !== null) return person
  const { locale } = yield* CurrentCaller
  return yield* new NotFound(refusal(translator(locale)("accountCall.noPerson")))
})
