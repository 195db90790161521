import { createHash, randomBytes } from "node:crypto"
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { Clock, Context, Effect, Layer, Result, type Schema } from "effect"
import { Challenges } from "#core/accounts"
import {
  AppConfig,
  dieOnConflict,
  EventStore,
  formatIso,
  isUuid,
  jointWriter,
  reader,
  replay,
  Sealing,
  uuidv7,
  writer,
} from "#core/kernel"
import { endGlass, openGlass, reviewGlass } from "./breakGlass.ts"
import {
  type Author,
  actorOf,
  grantRole,
  inviteOperator,
  joinTeam,
  linkOperator,
  refuseProposal,
  restoreOperator,
  revokeRole,
  suspendOperator,
} from "./changeTeam.ts"
import { type OperatorPasskeyUsed, TeamEvents } from "./events.ts"
import {
  acceptSignature,
  addOperatorPasskey,
  OperatorKeys,
  type OperatorPasskey,
  PASSKEYS_MIN,
  removeOperatorPasskey,
} from "./OperatorKeys.ts"
import { OperatorSessions } from "./OperatorSessions.ts"
import { type OperatorRole, type Permission, permissionsOf } from "./permissions.ts"
import { NoOperator, NotAllowed, type NothingToChange, type PasskeyNotAdded, SignatureRefused } from "./refusals.ts"
import { digestOfLook, LOOK_MS_MAX, type Look, type LookEvidence } from "./signedLook.ts"
import { type Operator, TEAM_ID, Team, type TeamState, withGlass } from "./Team.ts"
import { operatorIdOf, userIdOf } from "./userHandle.ts"

/** Loaded on first use: the library is large. */
const webAuthn = () => import("@simplewebauthn/server")

const RP_NAME = "Quire console"
const SIGNING_IN = "operator: sign in"
const CODE_BYTES = 24

/** Options for `navigator.credentials`, as JSON. */
export type ConsoleOptions = typeof Schema.Json.Type
type Purpose = (typeof OperatorPasskeyUsed.Type)["purpose"]

/** A signature of an operator's passkey that was verified. */
export type Signature = { readonly operatorId: string; readonly passkeyId: string }

type TeamRefusal = NoOperator | NotAllowed | NothingToChange

/** The operators of the product: who they are, their passkeys, and what they may do. */
export class Operators extends Context.Service<
  Operators,
  {
    /** Invites an operator, and returns the code of the link, which is not stored. */
    invite(
      name: string,
      roles: ReadonlyArray<OperatorRole>,
      author: Author,
    ): Effect.Effect<{ readonly operatorId: string; readonly code: string }, NotAllowed>
    /** The operator invited by a code. */
    invitedBy(code: string): Effect.Effect<Operator, NoOperator>
    /** Options to create a passkey. */
    beginPasskey(operatorId: string): Effect.Effect<ConsoleOptions, NoOperator>
    /** Accepts the invitation with a first passkey; returns the operator id. */
    join(
      code: string,
      made: RegistrationResponseJSON,
      name: string,
    ): Effect.Effect<string, NoOperator | SignatureRefused | PasskeyNotAdded>
    addPasskey(
      operatorId: string,
      made: RegistrationResponseJSON,
      name: string,
    ): Effect.Effect<void, NoOperator | SignatureRefused | PasskeyNotAdded>
    removePasskey(operatorId: string, passkeyId: string): Effect.Effect<void, NoOperator | NotAllowed>
    passkeys(operatorId: string): Effect.Effect<ReadonlyArray<OperatorPasskey>>
    /** Options to sign in with any passkey. */
    beginSignIn: Effect.Effect<ConsoleOptions>
    /** Verifies a signature and returns the operator; a challenge can be answered once. */
    signIn(signed: AuthenticationResponseJSON): Effect.Effect<string, SignatureRefused>
    /** Options to sign this digest with one of the operator's passkeys. @param digest SHA-256 */
    beginSignature(operatorId: string, digest: Uint8Array<ArrayBuffer>): Effect.Effect<ConsoleOptions>
    /** Verifies that the operator signed this digest. */
    verifySignature(
      operatorId: string,
      digest: Uint8Array<ArrayBuffer>,
      signed: AuthenticationResponseJSON,
      purpose: "approval" | "terminal",
    ): Effect.Effect<Signature, SignatureRefused>
    /** Begins a look at personal data: its id and time, and options to sign all of it with a passkey. */
    beginLook(
      look: Omit<Look, "lookId" | "madeMs">,
    ): Effect.Effect<{ readonly lookId: string; readonly madeMs: number; readonly options: ConsoleOptions }>
    /**
     * Verifies that an operator with the permission signed this look within the last minutes. Who records it must refuse
     * a known look id.
     */
    verifyLook(
      look: Look,
      permission: Permission,
      signed: AuthenticationResponseJSON,
    ): Effect.Effect<{ readonly operator: Operator; readonly evidence: LookEvidence }, SignatureRefused | NotAllowed>
    list: Effect.Effect<ReadonlyArray<Operator>>
    find(operatorId: string): Effect.Effect<Operator | null>
    /** Refuses unless the operator is active, has two passkeys and the permission. Returns the operator. */
    require(operatorId: string, permission: Permission): Effect.Effect<Operator, NotAllowed>
    /** The same as of a position of the log, at which everything is settled, and its time. */
    requireAt(
      operatorId: string,
      permission: Permission,
      at: { readonly position: number; readonly ms: number },
    ): Effect.Effect<Operator, NotAllowed>
    /** Grants a role. Once there are key holders, the owner of the machine only proposes it. */
    grant(operatorId: string, role: OperatorRole, author: Author): Effect.Effect<void, TeamRefusal>
    /** Refuses a role that the owner of the machine proposed. */
    refuse(operatorId: string, role: OperatorRole, author: Author): Effect.Effect<void, NoOperator | NothingToChange>
    revoke(operatorId: string, role: OperatorRole, author: Author): Effect.Effect<void, TeamRefusal>
    suspend(operatorId: string, reason: string, author: Author): Effect.Effect<void, TeamRefusal>
    restore(operatorId: string, author: Author): Effect.Effect<void, TeamRefusal>
    /** Takes emergency permissions for an hour, as oneself. */
    openGlass(operatorId: string, reason: string, author: Author): Effect.Effect<void, NoOperator | NotAllowed>
    endGlass(operatorId: string, author: Author): Effect.Effect<void, NoOperator | NothingToChange>
    /** Records that another operator looked at what was done with them. */
    reviewGlass(operatorId: string, note: string, author: Author): Effect.Effect<void, TeamRefusal>
    link(operatorId: string, personId: string, author: Author): Effect.Effect<void, NoOperator | NothingToChange>
  }
>()("core/operators/Operators") {
  static readonly layer = Layer.effect(
    Operators,
    Effect.gen(function* () {
      const { consoleOrigin } = yield* AppConfig
      const rpID = new URL(consoleOrigin).hostname
      const [challenges, sessions] = [yield* Challenges, yield* OperatorSessions]
      const [writeTeam, writeKeys] = [yield* writer(Team), yield* writer(OperatorKeys)]
      const writeJointly = yield* jointWriter
      const [readTeam, readKeys] = [yield* reader(Team), yield* reader(OperatorKeys)]
      const run = Effect.runPromiseWith(yield* Effect.context<never>())
      const store = yield* EventStore
      const unsealed = Effect.provideService(Sealing, yield* Sealing)
      const team = readTeam(TEAM_ID)

      /** Runs a check of the library; any error is a refusal. */
      const verified = <A>(check: () => Promise<A>) =>
        Effect.tryPromise({ try: check, catch: () => new SignatureRefused({}) })

      const verifyNew = Effect.fnUntraced(function* (
        operatorId: string,
        made: RegistrationResponseJSON,
      ): Effect.fn.Return<NewKey, SignatureRefused> {
        const { registrationInfo } = yield* verified(async () =>
          (await webAuthn()).verifyRegistrationResponse({
            response: made,
            expectedChallenge: (challenge) => run(challenges.answer(aboutPasskey(operatorId), challenge)),
            expectedOrigin: consoleOrigin,
            expectedRPID: rpID,
          }),
        )
        if (registrationInfo === undefined) return yield* new SignatureRefused({})
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential
        return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports }
      })

      const keep = Effect.fnUntraced(function* (operatorId: string, key: NewKey, name: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const passkey = { ...key, operatorId, passkeyId: uuidv7(nowMs), name, nowMs }
        yield* writeKeys(operatorId, addOperatorPasskey(passkey)).pipe(dieOnConflict)
      })

      /** Verifies a signature by a passkey of this operator, over a challenge that `isExpected` accepts. */
      const accept = Effect.fnUntraced(function* (
        operatorId: string,
        signed: AuthenticationResponseJSON,
        purpose: Purpose,
        isExpected: (challenge: string) => boolean | Promise<boolean>,
      ): Effect.fn.Return<Signature, SignatureRefused> {
        const passkey = (yield* readKeys(operatorId)).find(({ credentialId }) => credentialId === signed.id)
        if (passkey === undefined) return yield* new SignatureRefused({})
        const { passkeyId, credentialId, publicKey, counter } = passkey
        const { verified: isRight, authenticationInfo } = yield* verified(async () =>
          (await webAuthn()).verifyAuthenticationResponse({
            response: signed,
            expectedChallenge: isExpected,
            expectedOrigin: consoleOrigin,
            expectedRPID: rpID,
            credential: { id: credentialId, publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")), counter },
            requireUserVerification: true,
          }),
        )
        if (!isRight) return yield* new SignatureRefused({})
        const nowMs = yield* Clock.currentTimeMillis
        const used = { operatorId, passkeyId, counter: authenticationInfo.newCounter, purpose, nowMs }
        yield* writeKeys(operatorId, acceptSignature(used)).pipe(dieOnConflict)
        return { operatorId, passkeyId }
      })

      const changeTeam = <Refusal>(decide: (nowMs: number) => Parameters<typeof writeTeam<Refusal>>[1]) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.asVoid(writeTeam(TEAM_ID, decide(nowMs)).pipe(dieOnConflict)),
        )

      const invitedBy = Effect.fnUntraced(function* (code: string): Effect.fn.Return<Operator, NoOperator> {
        const [nowMs, digest] = [yield* Clock.currentTimeMillis, digestOf(code)]
        const found = [...(yield* team).values()].find(({ invitation }) => invitation?.codeDigest === digest)
        if (found?.invitation == null || found.invitation.expiresMs <= nowMs) return yield* new NoOperator({})
        return found
      })

      const beginSignature = Effect.fn("Operators.beginSignature")(function* (
        operatorId: string,
        digest: Uint8Array<ArrayBuffer>,
      ) {
        const keys = yield* readKeys(operatorId)
        const { generateAuthenticationOptions } = yield* Effect.promise(webAuthn)
        return yield* Effect.promise(() =>
          generateAuthenticationOptions({
            rpID,
            challenge: digest,
            userVerification: "required",
            allowCredentials: keys.map(({ credentialId }) => ({ id: credentialId })),
          }).then(toJson),
        )
      })

      const requireIn = Effect.fnUntraced(function* (
        state: TeamState,
        operatorId: string,
        permission: Permission,
        nowMs: number,
      ): Effect.fn.Return<Operator, NotAllowed> {
        const known = state.get(operatorId)
        const operator = known && withGlass(known, nowMs)
        if (operator?.status !== "active" || !permissionsOf(operator.roles).has(permission))
          return yield* new NotAllowed({ problem: "permission" })
        if ((yield* readKeys(operatorId)).length < PASSKEYS_MIN) return yield* new NotAllowed({ problem: "passkeys" })
        return operator
      })
      const requireOperator = Effect.fn("Operators.require")(function* (operatorId: string, permission: Permission) {
        return yield* requireIn(yield* team, operatorId, permission, yield* Clock.currentTimeMillis)
      })
      const requireAt = Effect.fn("Operators.requireAt")(function* (
        operatorId: string,
        permission: Permission,
        { position, ms }: { readonly position: number; readonly ms: number },
      ) {
        const stored = yield* store.readStream(`${Team.category}-${TEAM_ID}`)
        const events = yield* Effect.forEach(
          stored.filter((event) => event.position < position),
          (event) => unsealed(Effect.orDie(TeamEvents.decode(event))),
        )
        return yield* requireIn(replay(Team, events), operatorId, permission, ms)
      })

      return Operators.of({
        invite: Effect.fn("Operators.invite")(function* (name, roles, author) {
          const nowMs = yield* Clock.currentTimeMillis
          const [operatorId, code] = [uuidv7(nowMs), randomBytes(CODE_BYTES).toString("base64url")]
          const by = actorOf(author)
          yield* changeTeam(() => inviteOperator({ operatorId, name, roles, codeDigest: digestOf(code), by, nowMs }))
          return { operatorId, code }
        }),

        invitedBy,

        beginPasskey: Effect.fn("Operators.beginPasskey")(function* (operatorId) {
          const operator = (yield* team).get(operatorId)
          if (operator === undefined || operator.status === "suspended") return yield* new NoOperator({})
          const keys = yield* readKeys(operatorId)
          const challenge = yield* challenges.make(aboutPasskey(operatorId))
          const { generateRegistrationOptions } = yield* Effect.promise(webAuthn)
          return yield* Effect.promise(() =>
            generateRegistrationOptions({
              rpName: RP_NAME,
              rpID,
              userID: userIdOf(operatorId),
              userName: operator.name,
              challenge,
              attestationType: "none",
              excludeCredentials: keys.map(({ credentialId }) => ({ id: credentialId })),
              authenticatorSelection: { residentKey: "required", userVerification: "required" },
            }).then(toJson),
          )
        }),

        join: Effect.fn("Operators.join")(function* (code, made, name) {
          const { operatorId } = yield* invitedBy(code)
          const key = yield* verifyNew(operatorId, made)
          const nowMs = yield* Clock.currentTimeMillis
          const passkey = { ...key, operatorId, passkeyId: uuidv7(nowMs), name, nowMs }
          // Together, so that nobody becomes an operator without a passkey.
          yield* writeJointly(
            { team: { aggregate: Team, id: TEAM_ID }, keys: { aggregate: OperatorKeys, id: operatorId } },
            ({ team: state, keys }) =>
              Result.gen(function* () {
                const joined = yield* joinTeam({ operatorId, codeDigest: digestOf(code), nowMs })(state)
                return { team: joined, keys: yield* addOperatorPasskey(passkey)(keys) }
              }),
          ).pipe(dieOnConflict)
          return operatorId
        }),

        addPasskey: Effect.fn("Operators.addPasskey")(function* (operatorId, made, name) {
          yield* keep(operatorId, yield* verifyNew(operatorId, made), name)
        }),

        removePasskey: Effect.fn("Operators.removePasskey")(function* (operatorId, passkeyId) {
          const nowMs = yield* Clock.currentTimeMillis
          yield* writeKeys(operatorId, removeOperatorPasskey({ operatorId, passkeyId, nowMs })).pipe(dieOnConflict)
          yield* sessions.endAll(operatorId)
        }),

        passkeys: readKeys,

        beginSignIn: Effect.gen(function* () {
          const { generateAuthenticationOptions } = yield* Effect.promise(webAuthn)
          const challenge = yield* challenges.make(SIGNING_IN)
          return yield* Effect.promise(() =>
            generateAuthenticationOptions({ rpID, challenge, userVerification: "required" }).then(toJson),
          )
        }),

        signIn: Effect.fn("Operators.signIn")(function* (signed) {
          const operatorId = operatorIdOf(signed.response.userHandle ?? "")
          if (operatorId === null) return yield* new SignatureRefused({})
          if ((yield* team).get(operatorId)?.status !== "active") return yield* new SignatureRefused({})
          yield* accept(operatorId, signed, "sign-in", (challenge) => run(challenges.answer(SIGNING_IN, challenge)))
          return operatorId
        }),

        beginSignature,

        verifySignature: (operatorId, digest, signed, purpose) => {
          const expected = Buffer.from(digest).toString("base64url")
          return accept(operatorId, signed, purpose, (challenge) => challenge === expected)
        },

        beginLook: Effect.fn("Operators.beginLook")(function* (about) {
          const madeMs = yield* Clock.currentTimeMillis
          const lookId = uuidv7(madeMs)
          const options = yield* beginSignature(about.operatorId, digestOfLook({ ...about, lookId, madeMs }))
          return { lookId, madeMs, options }
        }),

        verifyLook: Effect.fn("Operators.verifyLook")(function* (look, permission, signed) {
          const { operatorId, lookId, madeMs } = look
          const operator = yield* requireOperator(operatorId, permission)
          const ageMs = (yield* Clock.currentTimeMillis) - madeMs
          if (!isUuid(lookId) || ageMs < 0 || ageMs > LOOK_MS_MAX) return yield* new SignatureRefused({})
          const expected = Buffer.from(digestOfLook(look)).toString("base64url")
          const { passkeyId } = yield* accept(operatorId, signed, "look", (challenge) => challenge === expected)
          const { authenticatorData, clientDataJSON: clientData, signature } = signed.response
          const madeAt = formatIso(madeMs)
          return { operator, evidence: { lookId, passkeyId, madeAt, authenticatorData, clientData, signature } }
        }),

        list: Effect.zipWith(team, Clock.currentTimeMillis, (state, nowMs) =>
          [...state.values()].map((operator) => withGlass(operator, nowMs)),
        ),
        find: Effect.fn("Operators.find")(function* (operatorId) {
          const operator = (yield* team).get(operatorId)
          return operator === undefined ? null : withGlass(operator, yield* Clock.currentTimeMillis)
        }),

        require: requireOperator,
        requireAt,

        grant: (operatorId, role, author) => changeTeam((nowMs) => grantRole({ operatorId, role, author, nowMs })),
        refuse: (operatorId, role, author) =>
          changeTeam((nowMs) => refuseProposal({ operatorId, role, author, nowMs })),
        revoke: Effect.fn("Operators.revoke")(function* (operatorId, role, author) {
          yield* changeTeam((nowMs) => revokeRole({ operatorId, role, author, nowMs }))
          yield* sessions.endAll(operatorId)
        }),
        suspend: Effect.fn("Operators.suspend")(function* (operatorId, reason, author) {
          yield* changeTeam((nowMs) => suspendOperator({ operatorId, reason, author, nowMs }))
          yield* sessions.endAll(operatorId)
        }),
        restore: (operatorId, author) => changeTeam((nowMs) => restoreOperator({ operatorId, author, nowMs })),
        openGlass: Effect.fn("Operators.openGlass")(function* (operatorId, reason, author) {
          yield* changeTeam((nowMs) => openGlass({ operatorId, reason, author, nowMs }))
          yield* Effect.logWarning("an operator took emergency permissions", { operatorId })
        }),
        endGlass: (operatorId, author) => changeTeam((nowMs) => endGlass({ operatorId, author, nowMs })),
        reviewGlass: (operatorId, note, author) =>
          changeTeam((nowMs) => reviewGlass({ operatorId, note, author, nowMs })),
        link: (operatorId, personId, author) =>
          changeTeam((nowMs) => linkOperator({ operatorId, personId, author, nowMs })),
      })
    }),
  )
}

type NewKey = Omit<Parameters<typeof addOperatorPasskey>[0], "operatorId" | "passkeyId" | "name" | "nowMs">

const aboutPasskey = (operatorId: string): string => `operator: passkey of ${operatorId}`
const digestOf = (code: string): string => createHash("sha256").update(code).digest("base64url")

/** Removes undefined values. */
const toJson = (options: object): ConsoleOptions => JSON.parse(JSON.stringify(options))
