import { Effect } from "effect"
import { encodeQR } from "qr"
import { Codes, Passkeys, SignIns, TwoSteps, WrongStepCode } from "#core/accounts"
import type { AppConfig, Sql } from "#core/kernel"
import { translator } from "#src/i18n/index.ts"
import { answer, refusal, Unauthorized } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import type { SignedPasskey } from "../user/passkeys.contract.ts"
import { refuse } from "../user/refusals.ts"
import { requestContext, sendSession } from "../user/session.ts"
import { refuseStep } from "./twoStep.refusals.ts"

type Verifying = {
  readonly code?: string
  readonly passkey?: typeof SignedPasskey.Type
}
type Enrolling = {
  readonly enrollmentId?: string
  readonly code?: string
  readonly currentCode?: string
  readonly confirmationCode?: string
}
type Changing = { readonly code: string; readonly confirmationCode?: string }
type Payload<A> = { readonly payload: A }

/** The person who changes their sign-in methods. */
export const confirmingMember = (payload: { readonly confirmationCode?: string }) =>
  Effect.map(requireMember, ({ personId, sessionId }) => ({
    personId,
    sessionId,
    confirmation: payload.confirmationCode ?? "",
  }))

/** The calls of userPreference.twoStep.ts; resolved once for the group. */
export const twoStepHandlers = Effect.gen(function* () {
  const steps = yield* TwoSteps
  const passkeys = yield* Passkeys
  const codes = yield* Codes
  const signIns = yield* SignIns
  const limited = yield* writing
  const limitedReading = yield* limitedAsStandard
  const provide = Effect.provide(yield* Effect.context<AppConfig | Sql | SignIns>())

  /** Completes a pending second step, or a requested confirmation. */
  const pass = Effect.fnUntraced(function* (personId: string, { code, passkey }: Verifying) {
    if (passkey !== undefined) {
      const shownBy = yield* passkeys.use(browserJson(passkey)).pipe(Effect.catch(refuseStep))
      return shownBy === personId ? "passkey" : yield* refuseStep(new WrongStepCode({}))
    }
    yield* steps.pass(personId, code ?? "").pipe(Effect.catch(refuseStep))
    return "code"
  })

  return {
    TwoStepVerification: Effect.fn("TwoStepVerification")(function* ({ payload }: Payload<Verifying>) {
      yield* limited
      // The only call beside sign-out that a session with a pending step may make.
      const { member: caller, locale } = yield* CurrentCaller
      if (caller === null) return yield* new Unauthorized(refusal(translator(locale)("notice.pleaseSignIn")))
      const by = yield* pass(caller.personId, payload)
      if (!caller.isSecondStepPending) return answer(null)
      const begun = yield* signIns.settle(caller, by === "passkey" ? "passkey" : "password", yield* requestContext)
      if (begun === null) return yield* new Unauthorized(refusal(translator(locale)("notice.pleaseSignIn")))
      return answer(yield* sendSession(begun))
    }, provide),

    EnrollTwoStepVerification: Effect.fn("EnrollTwoStepVerification")(function* ({ payload }: Payload<Enrolling>) {
      yield* limited
      const who = yield* confirmingMember(payload)
      const { enrollmentId, code, currentCode = "" } = payload
      if (enrollmentId === undefined || code === undefined) {
        const begun =
          enrollmentId === undefined
            ? yield* steps.begin(who.personId)
            : yield* steps.resume(who.personId, enrollmentId).pipe(Effect.catch(refuseStep))
        const { enrolmentId, secret, uri } = begun
        return answer({ enrollmentId: enrolmentId, secret, uri, qr: encodeQR(uri, "svg"), recoveryCodes: [] })
      }
      const enrolment = { enrolmentId: enrollmentId, digits: code, current: currentCode }
      const recoveryCodes = yield* steps.enrol(who, enrolment).pipe(Effect.catch(refuseStep))
      return answer({ enrollmentId, secret: "", uri: "", qr: "", recoveryCodes })
    }),

    SendConfirmationCode: Effect.fn("SendConfirmationCode")(function* () {
      yield* limited
      const { personId } = yield* requireMember
      yield* codes.sendToMember("preference", personId).pipe(Effect.catch(refuse))
      const { locale } = yield* CurrentCaller
      return answer(null, translator(locale)("accountCall.codeSent"))
    }),

    StopTwoStepVerification: Effect.fn("StopTwoStepVerification")(function* ({ payload }: Payload<Changing>) {
      yield* limited
      const who = yield* confirmingMember(payload)
      yield* steps.stop(who, payload.code).pipe(Effect.catch(refuseStep))
      return answer(null)
    }),

    RenewRecoveryCodes: Effect.fn("RenewRecoveryCodes")(function* ({ payload }: Payload<Changing>) {
      yield* limited
      const who = yield* confirmingMember(payload)
      const recoveryCodes = yield* steps.renewCodes(who, payload.code).pipe(Effect.catch(refuseStep))
      return answer({ recoveryCodes })
    }),

    LoadTwoStep: Effect.fn("LoadTwoStep")(function* () {
      yield* limitedReading
      const { personId } = yield* requireMember
      const { isOn, enrolledMs, recoveryCodesLeft, removalDueMs } = yield* steps.view(personId)
      return answer({
        bind2FA: isOn,
        enrolled: isOn ? enrolledMs : null,
        recoveryCodesLeft,
        removalDue: removalDueMs,
      })
    }),

    CancelTwoStepRemoval: Effect.fn("CancelTwoStepRemoval")(function* () {
      yield* limited
      const { personId } = yield* requireMember
      // Already cancelled or completed: nothing is due, as requested.
      yield* steps.cancelRemoval({ personId }).pipe(Effect.ignore)
      return answer(null)
    }),
  }
})

/** A passkey's answer in the library's format. */
export const browserJson = ({ id, rawId, type, response }: typeof SignedPasskey.Type) => {
  const { userHandle, ...rest } = response
  return {
    id,
    rawId,
    type,
    response: { ...rest, ...(userHandle == null ? {} : { userHandle }) },
    clientExtensionResults: {},
  }
}
