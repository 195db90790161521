import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { INVITES_MAX } from "#contract/accounts"
import {
  type AttemptLimit,
  Attempts,
  Codes,
  EmailChanges,
  Invites,
  Passwords,
  Profiles,
  type Proof,
  type Reauthentication,
  readEmail,
  Sessions,
  SignIns,
  SignUps,
  TooOften,
  UnfitField,
} from "#core/accounts"
import { type Frozen, parseUnits } from "#core/ledger"
import { Gifts, Subscriptions } from "#core/subscriptions"
import { AccountClosing, type HoldsFunds } from "#core/wallet"
import { waitFor } from "#projections/runner"
import { giftsClaimedBy, giftsOf, rulesOf } from "#projections/subscriptions"
import { hasPendingDeposits } from "#projections/wallet"
import { type PlainKey, translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { Api } from "../Api.ts"
import { answer, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { digitsOf } from "../walletFields.ts"
import { exportData } from "./export.ts"
import { thirdPartyHandlers } from "./external.handlers.ts"
import { linkAccountHandlers } from "./linkAccount.handlers.ts"
import { keyHandlers } from "./passkeys.handlers.ts"
import { refuse } from "./refusals.ts"
import { dropSession, requestContext, startSession } from "./session.ts"

/** An export reads everything that is stored about a person. */
const EXPORTS: AttemptLimit = { name: "export", times: 1, seconds: 3_600 }

export const UserHandlers = HttpApiBuilder.group(
  Api,
  "User",
  Effect.fn(function* (handlers) {
    const services = yield* Effect.context<Services>()
    const provide = Effect.provide(services)
    const signUps = yield* SignUps
    const signIns = yield* SignIns
    const codes = yield* Codes
    const passwords = yield* Passwords
    const emailChanges = yield* EmailChanges
    const profiles = yield* Profiles
    const sessions = yield* Sessions
    const invites = yield* Invites
    const closing = yield* AccountClosing
    const [subscriptions, gifts] = [yield* Subscriptions, yield* Gifts]
    const attempts = yield* Attempts
    const limited = yield* limitedAsStandard
    const limitedWriting = yield* writing

    return handlers.handleAll({
      SignUp: Effect.fn("SignUp")(function* ({ payload }) {
        yield* limited
        const { locale, address } = yield* CurrentCaller
        const email = yield* emailOf(payload.email)
        const { password, inviteCode } = payload
        yield* signUps.signUp({ email, password, inviteCode, locale, address }).pipe(Effect.catch(refuse))
        return yield* answerWithMessage("accountCall.codeSent")
      }, provide),

      activation: Effect.fn("activation")(function* ({ payload }) {
        yield* limited
        const proof = yield* proofOf(payload)
        const begun = yield* signIns.byActivation(proof, yield* requestContext).pipe(Effect.catch(refuse))
        return yield* answerWithMessage("accountCall.activated", yield* startSession(begun))
      }, provide),

      ReSendEmail: Effect.fn("ReSendEmail")(function* ({ payload }) {
        yield* limited
        yield* codes.send("activation", yield* emailOf(payload.email), yield* requestContext).pipe(Effect.catch(refuse))
        return yield* answerWithMessage("accountCall.codeSent")
      }, provide),

      SignIn: Effect.fn("SignIn")(function* ({ payload }) {
        yield* limited
        const email = yield* emailOf(payload.email)
        const begun = yield* signIns
          .byPassword(email, payload.password, yield* requestContext)
          .pipe(Effect.catch(refuse))
        return answer(yield* startSession(begun))
      }, provide),

      SignInByCode: Effect.fn("SignInByCode")(function* ({ payload }) {
        yield* limited
        const proof = yield* proofOf(payload)
        const begun = yield* signIns.byCode(proof, yield* requestContext).pipe(Effect.catch(refuse))
        return answer(yield* startSession(begun))
      }, provide),

      SendConfirmationCode: Effect.fn("SendConfirmationCode")(function* ({ payload }) {
        yield* limited
        if (payload.email === undefined) {
          const { personId } = yield* requireMember
          yield* codes.sendToMember("password", personId).pipe(Effect.catch(refuse))
        } else {
          yield* codes.send("signIn", yield* emailOf(payload.email), yield* requestContext).pipe(Effect.catch(refuse))
        }
        return yield* answerWithMessage("accountCall.codeSent")
      }, provide),

      forgetpassword: Effect.fn("forgetpassword")(function* ({ payload }) {
        yield* limited
        yield* codes.send("reset", yield* emailOf(payload.email), yield* requestContext).pipe(Effect.catch(refuse))
        return yield* answerWithMessage("accountCall.codeSent")
      }, provide),

      forgetpasswordverification: Effect.fn("forgetpasswordverification")(function* ({ payload }) {
        yield* limited
        const { address } = yield* CurrentCaller
        const proof = yield* proofOf(payload)
        const { newPassword: next, removeOtherSignIns: removesOtherSignIns = false } = payload
        yield* passwords.reset({ proof, next, address, removesOtherSignIns }).pipe(Effect.catch(refuse))
        return yield* answerWithMessage("accountCall.passwordChanged")
      }, provide),

      UpdateSignInPassword: Effect.fn("UpdateSignInPassword")(function* ({ payload }) {
        const who = yield* requireMember
        yield* limitedWriting
        yield* passwords
          .change(who, yield* readReauthentication(payload), payload.newPassword)
          .pipe(Effect.catch(refuse))
        return yield* answerWithMessage("accountCall.passwordChanged")
      }, provide),

      SendEmailChangeCode: Effect.fn("SendEmailChangeCode")(function* ({ payload }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        yield* (
          payload.newEmail === undefined
            ? emailChanges.repeat(personId)
            : emailChanges.request(personId, yield* readReauthentication(payload), payload.newEmail)
        ).pipe(Effect.catch(refuse))
        return yield* answerWithMessage("accountCall.codeSent")
      }, provide),

      UpdateEmail: Effect.fn("UpdateEmail")(function* ({ payload }) {
        const who = yield* requireMember
        yield* limitedWriting
        yield* waitFor("accounts", yield* emailChanges.confirm(who, payload.code).pipe(Effect.catch(refuse)))
        return yield* answerWithMessage("accountCall.emailChanged")
      }, provide),

      UpdateUserName: Effect.fn("UpdateUserName")(function* ({ payload }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const position = yield* profiles.chooseUserName(personId, payload.userName).pipe(Effect.catch(refuse))
        yield* waitFor("accounts", position)
        return yield* answerWithMessage("accountCall.saved")
      }, provide),

      SignOut: Effect.fn("SignOut")(function* ({ payload }) {
        const { personId, sessionId } = yield* anyMember
        yield* limited
        if (payload.everywhere === true) yield* sessions.endAll(personId)
        else yield* sessions.end(personId, sessionId)
        yield* dropSession
        return yield* answerWithMessage("notice.loggedOut")
      }, provide),

      LoadDevices: Effect.fn("LoadDevices")(function* () {
        const { personId, sessionId: own } = yield* requireMember
        yield* limited
        const devices = yield* sessions.list(personId)
        return answer({
          devices: devices.map(({ sessionId, device, network, openedMs, seenMs }) => ({
            deviceId: sessionId,
            device,
            network,
            opened: openedMs,
            seen: seenMs,
            isThisOne: sessionId === own,
          })),
        })
      }, provide),

      EndDevice: Effect.fn("EndDevice")(function* ({ payload }) {
        const { personId, sessionId } = yield* requireMember
        yield* limited
        if (!(yield* sessions.end(personId, payload.deviceId))) {
          const { locale } = yield* CurrentCaller
          return yield* new NotFound(refusal(translator(locale)("accountCall.noDevice")))
        }
        if (payload.deviceId === sessionId) yield* dropSession
        return yield* answerWithMessage("accountCall.deviceEnded")
      }, provide),

      LoadInvites: Effect.fn("LoadInvites")(function* () {
        const { personId } = yield* requireMember
        yield* limited
        const made = yield* invites.listOf(personId)
        return answer({
          invites: made.map(({ code, status }) => ({ inviteCode: code, status })),
          left: INVITES_MAX - made.length,
        })
      }, provide),

      CreateInvite: Effect.fn("CreateInvite")(function* () {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const inviteCode = yield* invites.makeFor(personId).pipe(Effect.catch(refuse))
        return answer({ inviteCode, status: "open" as const })
      }, provide),

      ExportData: Effect.fn("ExportData")(function* () {
        const { personId } = yield* requireMember
        const seconds = yield* attempts.count(EXPORTS, personId)
        if (seconds > 0) return yield* refuse(new TooOften({ seconds }))
        // A failed export does not use up the quota.
        return yield* exportData(personId).pipe(Effect.onError(() => attempts.forget(EXPORTS, personId)))
      }, provide),

      DeleteAccount: Effect.fn("DeleteAccount")(function* ({ payload }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const renounced = (payload.givesUp ?? []).map(({ assetTypeId, amount }) => {
          const units = parseUnits(amount, digitsOf(assetTypeId) ?? 0)
          return { assetTypeId, amount: typeof units === "bigint" ? units : 0n }
        })
        // Refunds are due before the wallet has to be empty.
        const [rules, claimed] = [yield* rulesOf(personId), yield* giftsClaimedBy(personId)]
        const hasGifts = claimed.length > 0 || (yield* giftsOf(personId)).some(({ status }) => status === "open")
        const isSubscribed = hasGifts || rules.some(({ endsAt }) => endsAt !== null)
        if (isSubscribed) {
          yield* passwords.confirm(personId, yield* readReauthentication(payload)).pipe(Effect.catch(refuse))
          yield* subscriptions.cancelAll(personId)
          yield* gifts.giveBackAll(personId)
        }
        const refuseNow = isSubscribed ? refuseAfterRefund : refuseClosing
        const terms = { hasPendingDeposits: yield* hasPendingDeposits(personId), renounced }
        // Checked before the mailed code, which is valid once.
        yield* closing.assertClosable(personId, terms).pipe(Effect.catch(refuseNow))
        if (!isSubscribed)
          yield* passwords.confirm(personId, yield* readReauthentication(payload)).pipe(Effect.catch(refuse))
        const position = yield* closing.close(personId, terms).pipe(Effect.catch(refuseNow))
        yield* dropSession
        yield* waitFor("accounts", position)
        return yield* answerWithMessage("accountCall.deleted")
      }, provide),

      ...(yield* keyHandlers),
      ...(yield* thirdPartyHandlers),
      ...(yield* linkAccountHandlers),
    })
  }),
)

/** Why an account cannot be deleted yet, in the language of the caller. */
const refuseClosing = Effect.fnUntraced(function* (refused: HoldsFunds | Frozen) {
  return yield* new Conflict(refusal(translator((yield* CurrentCaller).locale)(refused.messageKey)))
})

/** Subscriptions were ended as a step of leaving: their refund may be what is left in the wallet. */
const refuseAfterRefund = Effect.fnUntraced(function* (refused: HoldsFunds | Frozen) {
  if (refused._tag !== "HoldsFunds") return yield* refuseClosing(refused)
  const t = translator((yield* CurrentCaller).locale)
  return yield* new Conflict(refusal(`${t("subscriptions.ended.leaving")} ${t(refused.messageKey)}`))
})

/** The caller, even while the second step is pending, so that they can sign out. */
const anyMember = Effect.flatMap(CurrentCaller, ({ member: caller }) =>
  caller === null ? requireMember : Effect.succeed(caller),
)

const emailOf = (text: string) => Effect.fromResult(readEmail(text)).pipe(Effect.catch(refuse))

type PresentedProof = { readonly token?: string; readonly email?: string; readonly code?: string }

const proofOf = Effect.fnUntraced(function* ({ token, email, code }: PresentedProof) {
  if (token !== undefined) return { token } satisfies Proof
  const address = yield* emailOf(email ?? "")
  return { email: address, code: code ?? "" } satisfies Proof
})

const readReauthentication = Effect.fnUntraced(function* ({
  password,
  code,
}: {
  readonly password?: string
  readonly code?: string
}) {
  if (password !== undefined) return { password } satisfies Reauthentication
  if (code !== undefined) return { code } satisfies Reauthentication
  return yield* refuse(new UnfitField({ field: "password", problem: "confirm" }))
})

const answerWithMessage = Effect.fnUntraced(function* <A = null>(key: PlainKey, data: A = null as A) {
  return answer(data, translator((yield* CurrentCaller).locale)(key))
})
