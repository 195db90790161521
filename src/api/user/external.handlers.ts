import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { type Sessions, type SignIns, ThirdParties, type ThirdPartyRefused } from "#core/accounts"
import { AppConfig, type Sql } from "#core/kernel"
import { translator } from "#src/i18n/index.ts"
import { parseCookies } from "#src/lib/cookies.ts"
import { localPath } from "#src/lib/localPath.ts"
import { paths } from "#src/lib/paths.ts"
import { answer, BadRequest, Conflict, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, outgoing, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { refuse } from "./refusals.ts"
import { requestContext, setCookie, startSession } from "./session.ts"

/** Sealed state that a browser carries to an issuer and back. */
const HANDOFF_COOKIE = "quire_thirdparty"
const HANDOFF_AGE_S = 1_800

type Payload<A> = { readonly payload: A }
type SignInRequest = { readonly provider: string; readonly from?: string; readonly returned?: string }

const handoffOfRequest = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ headers }) => parseCookies(headers["cookie"] ?? null).get(HANDOFF_COOKIE) ?? "",
)

/** The calls of user.external.ts in the group User; resolved once. */
export const thirdPartyHandlers = Effect.gen(function* () {
  const parties = yield* ThirdParties
  const { publicOrigin } = yield* AppConfig
  const limited = yield* outgoing
  const limitedReading = yield* limitedAsStandard
  const provide = Effect.provide(yield* Effect.context<AppConfig | Sessions | Sql | SignIns>())

  return {
    LoadThirdParties: Effect.fn("LoadThirdParties")(function* () {
      yield* limitedReading
      return answer({ providers: parties.providers })
    }),

    ThirdPartySignIn: Effect.fn("ThirdPartySignIn")(function* ({ payload }: Payload<SignInRequest>) {
      yield* limited
      const { provider, returned } = payload
      const { member: caller, locale } = yield* CurrentCaller
      const session = caller?.isSecondStepPending === false ? caller : null
      if (returned === undefined) {
        const from = localPath(payload.from ?? null) ?? paths.home
        const authorization = { provider, from, personId: session?.personId ?? null }
        const { address, handoff } = yield* parties.beginAuthorization(authorization).pipe(Effect.catch(refuseParty))
        yield* setCookie(HANDOFF_COOKIE, handoff, HANDOFF_AGE_S)
        return answer({ address, session: null, outcome: "leave" as const })
      }
      const authorization = {
        provider,
        returned: new URL(URL.canParse(returned) ? returned : publicOrigin),
        handoff: yield* handoffOfRequest,
        member: session,
        context: yield* requestContext,
        locale,
      }
      const result = yield* parties
        .completeAuthorization(authorization)
        .pipe(Effect.catchTags({ ThirdPartyRefused: refuseParty, WrongCredentials: refuse }))
      if (result.is === "confirm") {
        yield* setCookie(HANDOFF_COOKIE, result.handoff, HANDOFF_AGE_S)
        return answer({ address: `${paths.secondStep}#others`, session: null, outcome: result.is })
      }
      yield* setCookie(HANDOFF_COOKIE, "", 0)
      return answer({ address: result.from, session: yield* startSession(result.started), outcome: result.is })
    }, provide),
  }
})

/** Those in the group UserPreference. */
export const ownThirdPartyHandlers = Effect.gen(function* () {
  const parties = yield* ThirdParties
  const limited = yield* writing
  const limitedReading = yield* limitedAsStandard
  const provide = Effect.provide(yield* Effect.context<AppConfig>())

  return {
    LoadIdentities: Effect.fn("LoadIdentities")(function* () {
      yield* limitedReading
      const { personId } = yield* requireMember
      const list = yield* parties.list(personId)
      return answer({
        identities: list.map(({ linkedMs, ...identity }) => ({ ...identity, linked: linkedMs })),
        offered: yield* parties.offered(personId, yield* handoffOfRequest),
      })
    }),

    LinkIdentity: Effect.fn("LinkIdentity")(function* () {
      yield* limited
      const session = yield* requireMember
      yield* parties.accept(session, yield* handoffOfRequest).pipe(Effect.catch(refuseParty))
      yield* setCookie(HANDOFF_COOKIE, "", 0)
      return answer(null)
    }, provide),

    UnlinkIdentity: Effect.fn("UnlinkIdentity")(function* ({ payload }: Payload<{ readonly identityId: string }>) {
      yield* limited
      const { personId } = yield* requireMember
      yield* parties.unlink(personId, payload.identityId).pipe(Effect.catch(refuseParty))
      return answer(null)
    }),
  }
})

const refuseParty = (refused: ThirdPartyRefused): Effect.Effect<never, BadRequest | Conflict> =>
  Effect.flatMap(CurrentCaller, ({ locale }) => {
    const message = translator(locale)(refused.messageKey)
    const isUnfit = refused.why === "unknown" || refused.why === "failed" || refused.why === "none"
    return isUnfit
      ? new BadRequest({ ...refusal(message), errors: { provider: [message] } })
      : new Conflict(refusal(message))
  })
