import { Effect, Result } from "effect"
import { Codes, Passkeys, readEmail, type Sessions, SignIns, TwoSteps } from "#core/accounts"
import type { AppConfig, Sql } from "#core/kernel"
import { translator } from "#src/i18n/index.ts"
import { answer } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { writing } from "../limits.ts"
import { browserJson } from "../userPreference/twoStep.handlers.ts"
import { refuseStep } from "../userPreference/twoStep.refusals.ts"
import type { SignedPasskey } from "./passkeys.contract.ts"
import { refuse } from "./refusals.ts"
import { requestContext, startSession } from "./session.ts"

type Payload<A> = { readonly payload: A }
type Link = { readonly link: string }
type MailedCode = { readonly email?: string; readonly code?: string }

/** The calls of user.passkeys.ts and user.twoStep.ts; resolved once for the group. */
export const keyHandlers = Effect.gen(function* () {
  const passkeys = yield* Passkeys
  const signIns = yield* SignIns
  const steps = yield* TwoSteps
  const codes = yield* Codes
  const limited = yield* writing
  const provide = Effect.provide(yield* Effect.context<AppConfig | Sessions | Sql | SignIns>())

  return {
    BeginPasskeySignIn: Effect.fn("BeginPasskeySignIn")(function* () {
      yield* limited
      return answer({ options: yield* passkeys.beginUse })
    }),

    PasskeySignIn: Effect.fn("PasskeySignIn")(function* ({
      payload,
    }: Payload<{ readonly passkey: typeof SignedPasskey.Type }>) {
      yield* limited
      const personId = yield* passkeys.use(browserJson(payload.passkey)).pipe(Effect.catch(refuseStep))
      const begun = yield* signIns.begin(personId, "passkey", yield* requestContext, true).pipe(Effect.catch(refuse))
      return answer(yield* startSession(begun))
    }, provide),

    SendTwoStepRemoval: Effect.fn("SendTwoStepRemoval")(function* ({ payload }: Payload<{ readonly email: string }>) {
      yield* limited
      const { locale } = yield* CurrentCaller
      const email = readEmail(payload.email)
      if (Result.isFailure(email)) return yield* refuse(email.failure)
      yield* codes.send("untiefa", email.success, yield* requestContext).pipe(Effect.catch(refuse))
      return answer(null, translator(locale)("untiefa.sent"))
    }),

    LoadTwoStepRemoval: Effect.fn("LoadTwoStepRemoval")(function* ({ payload }: Payload<Link>) {
      yield* limited
      const { dueMs } = yield* steps.lookAtLink(payload.link).pipe(Effect.catch(refuseStep))
      return answer({ removalDue: dueMs })
    }),

    RemoveTwoStep: Effect.fn("RemoveTwoStep")(function* ({ payload }: Payload<Partial<Link> & MailedCode>) {
      yield* limited
      const { link, email = "", code = "" } = payload
      const address = readEmail(email)
      if (link === undefined && Result.isFailure(address)) return yield* refuse(address.failure)
      const proof = link === undefined ? { email: Result.getOrElse(address, () => ""), code } : { token: link }
      const { dueMs } = yield* steps.requestRemoval(proof).pipe(Effect.catch(refuseStep))
      return answer({ removalDue: dueMs })
    }),

    KeepTwoStep: Effect.fn("KeepTwoStep")(function* ({ payload }: Payload<Link>) {
      yield* limited
      yield* steps.cancelRemoval({ link: payload.link }).pipe(Effect.catch(refuseStep))
      return answer(null)
    }),
  }
})
