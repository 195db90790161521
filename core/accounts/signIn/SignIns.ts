import { Clock, Context, Effect, Layer } from "effect"
import {
  type Aggregate,
  ANY_VERSION,
  CurrentMeta,
  EventStore,
  formatIso,
  reader,
  Sealing,
  sourceOf,
  uuidv7,
  withFreshCommandId,
} from "#core/kernel"
import { Account } from "../Account.ts"
import { consumeCode } from "../codes/checkCode.ts"
import { constantTimeFailures } from "../constantTime.ts"
import { type AccountEvent, AccountEvents, SignedIn } from "../events.ts"
import { makeAccountAccess, type Proof } from "../makeAccountAccess.ts"
import { renewHash } from "../passwords/changePassword.ts"
import { PasswordHasher } from "../passwords/PasswordHasher.ts"
import { type Overloaded, TooOften, WrongCode, WrongCredentials } from "../refusals.ts"
import {
  type AttemptKey,
  Attempts,
  SIGN_INS,
  WRONG_PASSWORDS,
  WRONG_PASSWORDS_KNOWN_BROWSER,
} from "../sessions/Attempts.ts"
import { type BrowserRecord, Browsers } from "../sessions/Browsers.ts"
import { deviceOf } from "../sessions/deviceOf.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { activateAccount } from "../signUp/activateAccount.ts"
import type { TwoStepEvent } from "../twoStep/events.ts"
import { TwoStep } from "../twoStep/TwoStep.ts"
import { makeCredentialReader, NOBODY } from "./credentials.ts"

/** Times of the last changes of credentials, in milliseconds since 1970; 0 for never. */
type AccessChanges = {
  readonly passwordMs: number
  readonly stepMs: number
  /** Time since which the current second step exists; 0 if there is none. */
  readonly stepSinceMs: number
}

/** Time of the last password change; rehashing does not count. */
const PasswordChange: Aggregate<number, AccountEvent> = {
  category: Account.category,
  events: Account.events,
  initial: 0,
  evolve: (ms, event) =>
    event._tag === "accounts.PasswordChanged.v1" && !event.rehashed ? Date.parse(event.changedAt) : ms,
}

type StepTimes = Pick<AccessChanges, "stepMs" | "stepSinceMs">

/** Times of changes of the second step. Enabling it for the first time does not count, because it adds protection. */
const StepChange: Aggregate<StepTimes, TwoStepEvent> = {
  category: TwoStep.category,
  events: TwoStep.events,
  initial: { stepMs: 0, stepSinceMs: 0 },
  evolve: (times, event) => {
    switch (event._tag) {
      case "accounts.TwoStepEnrolled.v1": {
        const stepSinceMs = Date.parse(event.enrolledAt)
        return { stepMs: event.replaced ? stepSinceMs : times.stepMs, stepSinceMs }
      }
      case "accounts.TwoStepStopped.v1":
        return { stepMs: Date.parse(event.stoppedAt), stepSinceMs: 0 }
      case "accounts.TwoStepRemoved.v1":
        return { stepMs: Date.parse(event.removedAt), stepSinceMs: 0 }
      default:
        return times
    }
  },
}

/** Reads the times of credential changes. */
const makeAccessChangeReader = Effect.gen(function* () {
  const [passwordOf, stepOf] = [yield* reader(PasswordChange), yield* reader(StepChange)]
  return Effect.fnUntraced(function* (personId: string) {
    const [passwordMs, steps] = yield* Effect.all([passwordOf(personId), stepOf(personId)])
    return { passwordMs, ...steps }
  })
})

/** Address, user agent and browser cookie of a request. */
export type RequestContext = {
  readonly address: string
  readonly userAgent: string
  /** Value of the browser's cookie, or null. */
  readonly browser: string | null
}

/** A session that was started. */
export type SignedInSession = {
  readonly personId: string
  readonly sessionId: string
  /** The session's token, which is not stored. */
  readonly token: string
  /** The session needs its second step; until then only calls of the second step are allowed. */
  readonly isSecondStepPending: boolean
  readonly hasSecondStep: boolean
  /** New value of the browser's cookie. */
  readonly browser: string | null
  /** Log position for read models to wait for; 0 if nothing was appended. */
  readonly position: number
}

/** Recipient of the mail about a sign-in. */
type Person = { readonly personId: string; readonly email: string | null; readonly locale: string }
type By = (typeof SignedIn.Type)["by"]

/** Signs people in. Email addresses are normalised by readEmail. */
export class SignIns extends Context.Service<
  SignIns,
  {
    byPassword(
      email: string,
      password: string,
      context: RequestContext,
    ): Effect.Effect<SignedInSession, WrongCredentials | TooOften | Overloaded>
    /** Signs in with a mailed code or link. */
    byCode(proof: Proof, context: RequestContext): Effect.Effect<SignedInSession, WrongCode | TooOften>
    /** Verifies the address of a new account, activates it and signs in. */
    byActivation(proof: Proof, context: RequestContext): Effect.Effect<SignedInSession, WrongCode | TooOften>
    /**
     * Signs in a person who was authenticated by a passkey or a third party.
     * @param stepDone the authentication counts as two steps
     */
    begin(
      personId: string,
      by: By,
      context: RequestContext,
      stepDone?: boolean,
    ): Effect.Effect<SignedInSession, WrongCredentials>
    /** Whether a person has a second step. */
    hasSecondStep(personId: string): Effect.Effect<boolean>
    /** When a person's password and second step were changed last. */
    changes(personId: string): Effect.Effect<AccessChanges>
    /** Completes the second step of a session; null if the session has ended. */
    settle(
      session: Pick<SignedInSession, "personId" | "sessionId">,
      by: By,
      context: RequestContext,
    ): Effect.Effect<SignedInSession | null>
  }
>()("core/accounts/SignIns") {
  static readonly layer = Layer.effect(
    SignIns,
    Effect.gen(function* () {
      const accounts = yield* makeAccountAccess
      const hasher = yield* PasswordHasher
      const attempts = yield* Attempts
      const sessions = yield* Sessions
      const browsers = yield* Browsers
      const store = yield* EventStore
      const sealing = yield* Sealing
      const credentials = yield* makeCredentialReader

      /**
       * Once strangers have used up an address's attempts, only browsers in which the account was signed in before may try,
       * within a limit of their own. Everyone else gets the same response as for a wrong password, without a hash.
       */
      const checkKnownBrowser = Effect.fnUntraced(function* (personId: string, browser: string | null) {
        if (browser === null || !(yield* browsers.isKnown(personId, browser))) return yield* new WrongCredentials({})
        const key = `${personId} ${browser}`
        return yield* refuseTooOften(yield* attempts.count(WRONG_PASSWORDS_KNOWN_BROWSER, key))
      })

      const refuseTooOften = (seconds: number) => (seconds > 0 ? Effect.fail(new TooOften({ seconds })) : Effect.void)
      const limited = (address: string) => Effect.flatMap(attempts.count(SIGN_INS, sourceOf(address)), refuseTooOften)

      /** Appends SignedIn if the browser is new. */
      const recordSignIn = Effect.fnUntraced(function* (
        { personId, email, locale }: Person,
        sessionId: string,
        by: By,
        { userAgent }: RequestContext,
        browserRecord: BrowserRecord,
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        // Sign-ins from known browsers are only rows, not events.
        if (!browserRecord.isNew) return { browser: browserRecord.browser, position: 0 }
        const fact = SignedIn.make({
          personId,
          sessionId,
          by,
          known: browserRecord.isFirst,
          device: deviceOf(userAgent),
          email,
          locale,
          signedInAt: formatIso(nowMs),
        })
        const event = yield* AccountEvents.encode(fact).pipe(Effect.provideService(Sealing, sealing))
        const commandId = uuidv7(nowMs)
        const { correlationId } = yield* CurrentMeta
        const { position } = yield* store
          .append({
            actor: `user:${personId}`,
            commandId,
            correlationId: correlationId ?? commandId,
            causationId: commandId,
            streams: [{ stream: `signin-${personId}`, expected: ANY_VERSION, events: [event] }],
          })
          .pipe(Effect.orDie)
        return { browser: browserRecord.browser, position }
      })

      const open = Effect.fnUntraced(function* (
        person: Person & { readonly hasSecondStep: boolean },
        by: By,
        context: RequestContext,
        { stepDone = false, resets = null }: { readonly stepDone?: boolean; readonly resets?: AttemptKey | null } = {},
      ) {
        const { personId, hasSecondStep } = person
        const isSecondStepPending = hasSecondStep && !stepDone
        const { address, userAgent, browser } = context
        const newSession = { personId, device: deviceOf(userAgent), address, isSecondStepPending }
        const { browserRecord, ...opened } = yield* sessions.open(newSession, { browser, resets })
        const session = { personId, ...opened, isSecondStepPending, hasSecondStep }
        if (browserRecord === null) return { ...session, browser: null, position: 0 }
        return { ...session, ...(yield* recordSignIn(person, opened.sessionId, by, context, browserRecord)) }
      })
      const personOf = (personId: string) =>
        Effect.map(accounts.peek(personId), ({ email, locale, status }) => ({ personId, email, locale, status }))
      /** The same with the second step. */
      const readSigningInPerson = (personId: string) =>
        Effect.zipWith(personOf(personId), credentials.hasSecondStep(personId), (person, hasSecondStep) => ({
          ...person,
          hasSecondStep,
        }))

      return SignIns.of({
        byPassword: Effect.fn("SignIns.byPassword")(function* (email, password, context) {
          const [tooOften, guessed] = yield* attempts.countBoth(
            [SIGN_INS, sourceOf(context.address)],
            [WRONG_PASSWORDS, email],
          )
          yield* refuseTooOften(tooOften)
          const person = yield* Effect.gen(function* () {
            const { personId, status, passwordHash, locale, hasSecondStep } = yield* credentials.byEmail(email)
            if (guessed > 0) yield* checkKnownBrowser(personId ?? NOBODY, context.browser)
            const isRight = yield* hasher.isRight(password, passwordHash)
            if (personId === null || passwordHash === null || !isRight || status !== "active")
              return yield* new WrongCredentials({})
            if (hasher.isOld(passwordHash)) {
              const next = { personId, passwordHash: yield* hasher.hash(password) }
              const nowMs = yield* Clock.currentTimeMillis
              yield* withFreshCommandId(accounts.write(personId, renewHash(passwordHash, { ...next, nowMs }))).pipe(
                Effect.orDie,
              )
            }
            return { personId, email, locale, hasSecondStep }
          }).pipe(constantTimeFailures)
          return yield* open(person, "password", context, { resets: [WRONG_PASSWORDS, email] })
        }),

        byCode: Effect.fn("SignIns.byCode")(function* (proof, context) {
          yield* limited(context.address)
          const personId = yield* Effect.gen(function* () {
            const read = yield* accounts.readProof(proof)
            if (read === null) return yield* new WrongCode({})
            const nowMs = yield* Clock.currentTimeMillis
            yield* accounts.byCode(read.personId, consumeCode({ ...read, purpose: "signIn", nowMs }))
            return read.personId
          }).pipe(constantTimeFailures)
          return yield* open(yield* readSigningInPerson(personId), "code", context)
        }),

        byActivation: Effect.fn("SignIns.byActivation")(function* (proof, context) {
          yield* limited(context.address)
          const activated = yield* Effect.gen(function* () {
            const read = yield* accounts.readProof(proof)
            if (read === null) return yield* new WrongCode({})
            const nowMs = yield* Clock.currentTimeMillis
            const position = yield* accounts.byCode(read.personId, activateAccount({ ...read, nowMs }))
            return { personId: read.personId, position }
          }).pipe(constantTimeFailures)
          const session = yield* open(yield* readSigningInPerson(activated.personId), "activation", context)
          return { ...session, position: Math.max(session.position, activated.position) }
        }),

        begin: Effect.fn("SignIns.begin")(function* (personId, by, context, stepDone = false) {
          const person = yield* readSigningInPerson(personId)
          if (person.status !== "active") return yield* new WrongCredentials({})
          return yield* open(person, by, context, { stepDone })
        }),

        hasSecondStep: credentials.hasSecondStep,
        changes: yield* makeAccessChangeReader,

        settle: Effect.fn("SignIns.settle")(function* ({ personId, sessionId }, by, context) {
          const token = yield* sessions.completeSecondStep(sessionId)
          if (token === null) return null
          const browserRecord = yield* browsers.record(personId, context.browser)
          const recorded = yield* recordSignIn(yield* personOf(personId), sessionId, by, context, browserRecord)
          return { personId, sessionId, token, isSecondStepPending: false, hasSecondStep: true, ...recorded }
        }),
      })
    }),
  )
}
