import { hkdfSync } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted, Result } from "effect"
import { AppConfig, type Decide, dieOnConflict, jointWriter, reader, uuidv7, withFreshCommandId } from "#core/kernel"
import { Account } from "../Account.ts"
import { checkCode } from "../codes/checkCode.ts"
import { constantTime } from "../constantTime.ts"
import { makeAccountAccess, type Proof } from "../makeAccountAccess.ts"
import { TooOften, type WrongCode } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { Attempts } from "../sessions/Attempts.ts"
import { renewRecoveryCodes, stopStep } from "./changeStep.ts"
import type { ConfirmationInput } from "./confirm.ts"
import { confirmedWriter } from "./confirmedWriter.ts"
import { enrolStep } from "./enrolStep.ts"
import type { TwoStepEvent } from "./events.ts"
import { type CodeRecipient, passStep } from "./passStep.ts"
import { hashOfTyped, makeRecoveryCodes } from "./recoveryCodes.ts"
import {
  type ConfirmationRequired,
  EnrolmentEnded,
  RemovalLinkEnded,
  type TwoStepOff,
  type WrongStepCode,
} from "./refusals.ts"
import { cancelRemoval, completeRemoval, requestRemoval } from "./removeStep.ts"
import { TwoStep, type TwoStepState } from "./TwoStep.ts"
import { authenticatorUri, SECRET_BYTES, toBase32 } from "./totp.ts"

/** From showing a secret to confirming it: a little longer than a session counts as fresh. */
export const ENROLMENT_MS_MAX = 1_800_000

/** Limits guesses of six digits by someone who already has the password. */
const WRONG_STEPS = { name: "wrong-step", times: 5, seconds: 900 }
/** Maximum clock difference between two processes. */
const CLOCK_SKEW_MS_MAX = 60_000
/** Issuer name in authenticator apps. */
const ISSUER = "Quire"

/** A second step as shown to its owner. */
export type TwoStepView = {
  readonly isOn: boolean
  readonly enrolledMs: number
  readonly recoveryCodesLeft: number
  /** Time of the requested removal, or null. */
  readonly removalDueMs: number | null
}

/** Secret and address for the authenticator app. */
export type Enrolment = { readonly enrolmentId: string; readonly secret: string; readonly uri: string }

type ChangeRefusal = WrongStepCode | WrongCode | ConfirmationRequired | TooOften

/** Two-step verification: authenticator codes (RFC 6238) and recovery codes. */
export class TwoSteps extends Context.Service<
  TwoSteps,
  {
    /** Whether the person has a second step. Reads the log, because read models lag. */
    isOn(personId: string): Effect.Effect<boolean>
    view(personId: string): Effect.Effect<TwoStepView>
    /** Starts an enrolment. The secret is derived from the enrolment id, so nothing is stored. */
    begin(personId: string): Effect.Effect<Enrolment>
    /** The secret of a started enrolment. */
    resume(personId: string, enrolmentId: string): Effect.Effect<Enrolment, EnrolmentEnded>
    /** Completes an enrolment with a code of the new authenticator; returns the recovery codes, which are shown once. */
    enrol(
      who: ConfirmationInput,
      enrolment: { readonly enrolmentId: string; readonly digits: string; readonly current: string },
    ): Effect.Effect<ReadonlyArray<string>, ChangeRefusal | EnrolmentEnded>
    /** Passes the second step with an authenticator code or a recovery code. */
    pass(personId: string, typed: string): Effect.Effect<void, WrongStepCode | TwoStepOff | TooOften>
    stop(who: ConfirmationInput, typed: string): Effect.Effect<void, ChangeRefusal | TwoStepOff>
    renewCodes(who: ConfirmationInput, typed: string): Effect.Effect<ReadonlyArray<string>, ChangeRefusal | TwoStepOff>
    /** Requests removal of the second step with a mailed link or code; returns when it takes effect. */
    requestRemoval(proof: Proof): Effect.Effect<{ readonly dueMs: number }, RemovalLinkEnded>
    /** State of a removal link: `dueMs` null if it can request the removal, else when the requested removal is due. */
    lookAtLink(link: string): Effect.Effect<{ readonly dueMs: number | null }, RemovalLinkEnded>
    cancelRemoval(by: { readonly link: string } | { readonly personId: string }): Effect.Effect<void, RemovalLinkEnded>
    /** Completes a due removal. */
    completeRemoval(personId: string): Effect.Effect<void>
  }
>()("core/accounts/TwoSteps") {
  static readonly layer = Layer.effect(
    TwoSteps,
    Effect.gen(function* () {
      const { masterKey } = yield* AppConfig
      const { readLinkToken } = yield* Secrets
      const { readProof } = yield* makeAccountAccess
      const attempts = yield* Attempts
      const write = yield* jointWriter
      const change = yield* confirmedWriter(TwoStep)
      const [readStep, readAccount] = [yield* reader(TwoStep), yield* reader(Account)]

      const partsOf = (personId: string) => ({
        account: { aggregate: Account, id: personId },
        step: { aggregate: TwoStep, id: personId },
      })

      const secretOf = (personId: string, enrolmentId: string) =>
        new Uint8Array(
          hkdfSync(
            "sha256",
            Redacted.value(masterKey),
            `${personId} ${enrolmentId}`,
            "quire: authenticators",
            SECRET_BYTES,
          ),
        )

      const enrolmentOf = Effect.fnUntraced(function* (personId: string, enrolmentId: string) {
        const { email, userCode } = yield* readAccount(personId)
        const secret = secretOf(personId, enrolmentId)
        const uri = authenticatorUri({ issuer: ISSUER, label: email ?? userCode, secret })
        return { enrolmentId, secret: toBase32(secret), uri }
      })

      /** The id contains its creation time. An id from the future would never expire, so it is refused too. */
      const checkEnrolment = Effect.fnUntraced(function* (enrolmentId: string) {
        const madeMs = Number.parseInt(enrolmentId.replaceAll("-", "").slice(0, 12), 16)
        const age = (yield* Clock.currentTimeMillis) - madeMs
        if (!(age >= -CLOCK_SKEW_MS_MAX && age < ENROLMENT_MS_MAX)) return yield* new EnrolmentEnded({})
      })

      /** Counts before checking, so that concurrent attempts cannot exceed the limit. */
      const limited = <A, E>(personId: string, trying: Effect.Effect<A, E>) =>
        Effect.gen(function* () {
          const seconds = yield* attempts.count(WRONG_STEPS, personId)
          if (seconds > 0) return yield* new TooOften({ seconds })
          const outcome = yield* trying
          yield* attempts.forget(WRONG_STEPS, personId)
          return outcome
        })

      /** Decides about the second step alone; the account provides the recipient of mails. */
      const decide = <Refusal>(
        personId: string,
        decideStep: (to: CodeRecipient, nowMs: number) => Decide<TwoStepState, TwoStepEvent, Refusal>,
      ) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write(partsOf(personId), ({ account: { email, locale }, step }) =>
            Result.map(decideStep({ personId, email, locale }, nowMs)(step), (facts) => ({ step: facts })),
          ),
        ).pipe(dieOnConflict)

      const linked = Effect.fnUntraced(function* (link: string) {
        const read = readLinkToken(link)
        return read === null ? yield* new RemovalLinkEnded({}) : read
      })

      return TwoSteps.of({
        isOn: (personId) => Effect.map(readStep(personId), ({ isOn }) => isOn),

        view: (personId) =>
          Effect.map(readStep(personId), ({ isOn, enrolledMs, recovery, removal }) => ({
            isOn,
            enrolledMs,
            recoveryCodesLeft: recovery.length,
            removalDueMs: removal?.dueMs ?? null,
          })),

        begin: Effect.fn("TwoSteps.begin")(function* (personId) {
          return yield* enrolmentOf(personId, uuidv7(yield* Clock.currentTimeMillis))
        }),

        resume: Effect.fn("TwoSteps.resume")(function* (personId, enrolmentId) {
          yield* checkEnrolment(enrolmentId)
          return yield* enrolmentOf(personId, enrolmentId)
        }),

        enrol: Effect.fn("TwoSteps.enrol")(function* (who, { enrolmentId, digits, current }) {
          yield* checkEnrolment(enrolmentId)
          const codes = makeRecoveryCodes()
          const [secret, recoveryHashes] = [secretOf(who.personId, enrolmentId), codes.map(hashOfTyped)]
          const { isRepeat } = yield* limited(
            who.personId,
            change(who, (step, to, nowMs) => enrolStep({ to, secret, digits, current, recoveryHashes, nowMs })(step)),
          )
          return isRepeat ? [] : codes
        }),

        pass: Effect.fn("TwoSteps.pass")(function* (personId, typed) {
          yield* limited(
            personId,
            decide(personId, (to, nowMs) => passStep({ to, typed, nowMs })),
          )
        }),

        stop: Effect.fn("TwoSteps.stop")(function* (who, typed) {
          yield* limited(
            who.personId,
            change(who, (step, to, nowMs) => stopStep({ to, typed, nowMs })(step)),
          )
        }),

        renewCodes: Effect.fn("TwoSteps.renewCodes")(function* (who, typed) {
          const codes = makeRecoveryCodes()
          const hashes = codes.map(hashOfTyped)
          const { isRepeat } = yield* limited(
            who.personId,
            change(who, (step, to, nowMs) => renewRecoveryCodes({ to, typed, nowMs }, hashes)(step)),
          )
          return isRepeat ? [] : codes
        }),

        requestRemoval: Effect.fn("TwoSteps.requestRemoval")(function* (proof) {
          const read = yield* readProof(proof)
          if (read === null) return yield* new RemovalLinkEnded({})
          const { personId, matches, isLink } = read
          const { removal: before } = yield* readStep(personId)
          // The same link again: the removal was already requested.
          if (before !== null && matches(before.codeId)) return { dueMs: before.dueMs }
          const nowMs = yield* Clock.currentTimeMillis
          const asking = write(
            partsOf(personId),
            ({ account, step }) => {
              const { email, locale, codes } = account
              const { isRight, facts } = checkCode(account, { personId, purpose: "untiefa", matches, isLink, nowMs })
              if (!isRight || codes.untiefa === undefined) return Result.succeed({ account: facts })
              const { codeId } = codes.untiefa
              const request = requestRemoval({ to: { personId, email, locale }, codeId, nowMs })(step)
              return Result.map(request, (steps) => ({ account: facts, step: steps }))
            },
            ({ account = [] }) => account.some(({ _tag }) => _tag === "accounts.CodeUsed.v1"),
          )
          const { receipt } = yield* withFreshCommandId(asking).pipe(dieOnConflict)
          const { removal } = yield* readStep(personId)
          return receipt.answer === true && removal !== null
            ? { dueMs: removal.dueMs }
            : yield* new RemovalLinkEnded({})
        }, constantTime),

        lookAtLink: Effect.fn("TwoSteps.lookAtLink")(function* (link) {
          const { personId, codeId } = yield* linked(link)
          const nowMs = yield* Clock.currentTimeMillis
          const { isOn, removal } = yield* readStep(personId)
          if (removal?.codeId === codeId) return { dueMs: removal.dueMs }
          const code = (yield* readAccount(personId)).codes.untiefa
          if (isOn && removal === null && code?.codeId === codeId && nowMs < code.expiresMs) return { dueMs: null }
          return yield* new RemovalLinkEnded({})
        }),

        cancelRemoval: Effect.fn("TwoSteps.cancelRemoval")(function* (by) {
          const { personId, codeId } = "link" in by ? yield* linked(by.link) : { personId: by.personId, codeId: null }
          yield* decide(personId, (to, nowMs) => cancelRemoval({ to, codeId, nowMs }))
        }),

        completeRemoval: Effect.fn("TwoSteps.completeRemoval")(function* (personId) {
          yield* decide(personId, (to, nowMs) => completeRemoval({ to, nowMs }))
        }),
      })
    }),
  )
}
