import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Profiles } from "#core/accounts"
import { findPerson } from "#projections/accounts"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { Api } from "../Api.ts"
import { answer, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { profilePictureHandlers } from "../home/pictures.handlers.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { refuse } from "../user/refusals.ts"
import { userOf } from "../user/session.ts"
import { toPublicUser } from "../user/wire.ts"
import { creatorHandlers } from "./creators.handlers.ts"
import { identityHandlers } from "./identity.handlers.ts"
import { moderationHandlers } from "./moderation.handlers.ts"
import { refuseOthersPicture } from "./refuseOthersPicture.ts"
import { supporterHandlers } from "./supporters.handlers.ts"
import { withdrawalPasswordHandlers } from "./withdrawal.handlers.ts"

export const UserProfileHandlers = HttpApiBuilder.group(
  Api,
  "UserProfile",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Services>())
    const profiles = yield* Profiles
    const limited = yield* limitedAsStandard
    const limitedWriting = yield* writing

    return handlers.handleAll({
      ...(yield* profilePictureHandlers),
      ...(yield* withdrawalPasswordHandlers),
      ...(yield* creatorHandlers),
      ...(yield* supporterHandlers),
      ...(yield* identityHandlers),
      ...(yield* moderationHandlers),

      LoadUserProfile: Effect.fn("LoadUserProfile")(function* ({ payload: { userCode } }) {
        yield* limited
        const found =
          userCode === undefined
            ? yield* userOf((yield* requireMember).personId)
            : yield* Effect.map(findPerson(userCode), (person) => person && toPublicUser(person))
        if (found !== null) return answer({ user: found })
        const { locale } = yield* CurrentCaller
        return yield* new NotFound(refusal(translator(locale)("accountCall.noPerson")))
      }, provide),

      UpdateUserProfile: Effect.fn("UpdateUserProfile")(function* ({ payload: { languageCode, ...change } }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        yield* refuseOthersPicture(change.headerImage ?? null, personId)
        yield* refuseOthersPicture(change.bannerImage ?? null, personId)
        const position = yield* profiles
          .update(personId, { ...change, ...(languageCode === undefined ? {} : { locale: languageCode }) })
          .pipe(Effect.catch(refuse))
        yield* waitFor("accounts", position)
        const user = yield* userOf(personId)
        return answer({ user }, translator((yield* CurrentCaller).locale)("accountCall.saved"))
      }, provide),
    })
  }),
)
