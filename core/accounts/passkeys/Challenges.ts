import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"
import { Attempts } from "../sessions/Attempts.ts"

/** From the request for a passkey to its use: browsers wait five minutes for a person to choose one. */
export const CHALLENGE_MS_MAX = 300_000

const TIME_BYTES = 6
/** 80 random bits; the MAC has 128. */
const RANDOM_BYTES = 10
const MAC_BYTES = 16
const KEY_BYTES = 32

/** Counted in the database, so that a challenge can be answered once across all processes. */
const ANSWERS = { name: "challenge", times: 1, seconds: Math.ceil(CHALLENGE_MS_MAX / 1_000) }

/**
 * Stateless challenges for passkeys: time, random bytes and a MAC. Only answered challenges are stored, until they expire.
 */
export class Challenges extends Context.Service<
  Challenges,
  {
    /** Makes a challenge. @param about binds the challenge to a purpose */
    make(about: string): Effect.Effect<Uint8Array<ArrayBuffer>>
    /** Whether the challenge is valid for the purpose, not expired and not answered before. Marks it as answered. */
    answer(about: string, challenge: string): Effect.Effect<boolean>
  }
>()("core/accounts/Challenges") {
  static readonly layer = Layer.effect(
    Challenges,
    Effect.gen(function* () {
      const { masterKey } = yield* AppConfig
      const attempts = yield* Attempts
      const key = Buffer.from(hkdfSync("sha256", Redacted.value(masterKey), "", "quire: challenges", KEY_BYTES))
      const macOf = (about: string, head: Uint8Array) =>
        createHmac("sha256", key).update(head).update(about).digest().subarray(0, MAC_BYTES)

      return Challenges.of({
        make: (about) =>
          Effect.map(Clock.currentTimeMillis, (nowMs) => {
            const head = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(RANDOM_BYTES)])
            head.writeUIntBE(nowMs, 0, TIME_BYTES)
            return Uint8Array.from([...head, ...macOf(about, head)])
          }),

        answer: Effect.fn("Challenges.answer")(function* (about, challenge) {
          const bytes = Buffer.from(challenge, "base64url")
          if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES) return false
          const [head, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)]
          if (!timingSafeEqual(mac, macOf(about, head))) return false
          const age = (yield* Clock.currentTimeMillis) - head.readUIntBE(0, TIME_BYTES)
          return age < CHALLENGE_MS_MAX && (yield* attempts.count(ANSWERS, bytes.toString("base64url"))) === 0
        }),
      })
    }),
  )
}
