import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import type { AuthenticationResponseJSON } from "@simplewebauthn/server"
import { Clock, Context, Effect, Layer } from "effect"
import { Sql, uuidv7 } from "#core/kernel"
import { OperatorSessions } from "./OperatorSessions.ts"
import { type ConsoleOptions, Operators } from "./Operators.ts"
import { NoTerminal, type NotAllowed, type SignatureRefused, TooManyTerminals } from "./refusals.ts"

/** A terminal waits this long for an operator (RFC 8628 leaves it to us). */
export const TERMINAL_MS_MAX = 10 * 60_000
/** Terminals that wait at once: few codes are valid at any time, so guessing one of them is hopeless. */
const TERMINALS_MAX = 5
const SECRET_BYTES = 32
/** Crockford's base32: no letters that look like digits, and no U. 40 bits. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const CODE_LENGTH = 8
const DEVICE_LENGTH_MAX = 120

/** A terminal that waits for an operator. */
export type Terminal = { readonly requestId: string; readonly device: string; readonly requestedMs: number }

type Stored = Terminal & { readonly codeHash: Buffer; readonly secretHash: Buffer; readonly operatorId: string | null }

/** Sign-ins at a terminal, after RFC 8628: a code that the operator types at the console, confirmed with a passkey. */
export class TerminalSignIns extends Context.Service<
  TerminalSignIns,
  {
    /** Asks for a session. The code and the secret are not stored. */
    begin(device: string): Effect.Effect<
      {
        readonly requestId: string
        readonly code: string
        readonly secret: string
        readonly expiresMs: number
      },
      TooManyTerminals
    >
    /** The waiting terminal that shows this code. */
    find(code: string): Effect.Effect<Terminal, NoTerminal>
    /** Options to sign that this terminal may act as the operator. */
    beginConfirmation(code: string, operatorId: string): Effect.Effect<ConsoleOptions, NoTerminal>
    confirm(
      code: string,
      operatorId: string,
      signed: AuthenticationResponseJSON,
    ): Effect.Effect<void, NoTerminal | NotAllowed | SignatureRefused>
    /** The token of the session, once; null while nobody confirmed it. */
    collect(requestId: string, secret: string): Effect.Effect<string | null, NoTerminal>
    /** Gives up a request. */
    withdraw(requestId: string): Effect.Effect<void>
  }
>()("core/operators/TerminalSignIns") {
  static readonly layer = Layer.effect(
    TerminalSignIns,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [operators, sessions] = [yield* Operators, yield* OperatorSessions]
      const run = <A>(query: () => Promise<A>) => Effect.promise(query)

      const waiting = Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        return yield* run(
          () => sql<Array<Stored>>`
            select request_id as "requestId", device, code_hash as "codeHash", secret_hash as "secretHash",
              operator_id as "operatorId", (extract(epoch from requested_at) * 1000)::float8 as "requestedMs"
            from operators.terminal_request where requested_at > ${new Date(nowMs - TERMINAL_MS_MAX)}`,
        )
      })

      /** Compares with all waiting codes, each in constant time. */
      const findStored = Effect.fnUntraced(function* (code: string): Effect.fn.Return<Stored, NoTerminal> {
        const hash = hashOf(readCode(code))
        const found = (yield* waiting).filter(({ codeHash }) => timingSafeEqual(codeHash, hash))
        const [terminal] = found.filter(({ operatorId }) => operatorId === null)
        return terminal ?? (yield* new NoTerminal({}))
      })

      return TerminalSignIns.of({
        begin: Effect.fn("TerminalSignIns.begin")(function* (device) {
          const nowMs = yield* Clock.currentTimeMillis
          yield* run(
            () => sql`
              delete from operators.terminal_request where requested_at <= ${new Date(nowMs - TERMINAL_MS_MAX)}`,
          )
          if ((yield* waiting).length >= TERMINALS_MAX) return yield* new TooManyTerminals({})
          const [requestId, code, secret] = [uuidv7(nowMs), newCode(), randomBytes(SECRET_BYTES).toString("base64url")]
          yield* run(
            () => sql`
              insert into operators.terminal_request (request_id, code_hash, secret_hash, device, requested_at)
              values (${requestId}, ${hashOf(code)}, ${hashOf(secret)}, ${device.slice(0, DEVICE_LENGTH_MAX)},
                ${new Date(nowMs)})`,
          )
          return { requestId, code: shownCode(code), secret, expiresMs: nowMs + TERMINAL_MS_MAX }
        }),

        find: (code) =>
          Effect.map(findStored(code), ({ requestId, device, requestedMs }) => ({ requestId, device, requestedMs })),

        beginConfirmation: Effect.fn("TerminalSignIns.beginConfirmation")(function* (code, operatorId) {
          return yield* operators.beginSignature(operatorId, digestOfTerminal(yield* findStored(code), operatorId))
        }),

        confirm: Effect.fn("TerminalSignIns.confirm")(function* (code, operatorId, signed) {
          const terminal = yield* findStored(code)
          // Every role has it; it also needs two passkeys.
          yield* operators.require(operatorId, "overview.read")
          yield* operators.verifySignature(operatorId, digestOfTerminal(terminal, operatorId), signed, "terminal")
          const confirmed = yield* run(
            () => sql`
              update operators.terminal_request set operator_id = ${operatorId}
              where request_id = ${terminal.requestId} and operator_id is null returning request_id`,
          )
          if (confirmed.length === 0) return yield* new NoTerminal({})
        }),

        collect: Effect.fn("TerminalSignIns.collect")(function* (requestId, secret) {
          const hash = hashOf(secret)
          const found = (yield* waiting).find((each) => each.requestId === requestId)
          if (found === undefined || !timingSafeEqual(found.secretHash, hash)) return yield* new NoTerminal({})
          const { operatorId, device } = found
          if (operatorId === null) return null
          // They may have been suspended since.
          yield* operators.require(operatorId, "overview.read").pipe(Effect.mapError(() => new NoTerminal({})))
          const taken = yield* run(
            () => sql`delete from operators.terminal_request where request_id = ${requestId} returning request_id`,
          )
          if (taken.length === 0) return yield* new NoTerminal({})
          return yield* sessions.open({ operatorId, kind: "terminal", device })
        }),

        withdraw: (requestId) =>
          run(async () => void (await sql`delete from operators.terminal_request where request_id = ${requestId}`)),
      })
    }),
  )
}

/** What an operator signs: this terminal, which asked with this secret, may act as them. */
const digestOfTerminal = (
  { requestId, device, requestedMs, secretHash }: Stored,
  operatorId: string,
): Uint8Array<ArrayBuffer> => {
  const text = JSON.stringify([
    "quire terminal v1",
    requestId,
    operatorId,
    device,
    requestedMs,
    secretHash.toString("hex"),
  ])
  return Uint8Array.from(createHash("sha256").update(text).digest())
}

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest()

// 256 is a multiple of 32, so every character is equally likely.
const newCode = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("")
const shownCode = (code: string): string => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`

/** Reads a typed code: small letters, spaces and hyphens do not matter, nor do letters that look like digits. */
const readCode = (text: string): string =>
  text.slice(0, 40).toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1")
