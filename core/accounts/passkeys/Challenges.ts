import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"
import { Attempts } from "../sessions/Attempts.ts"

/** From the request for a passkey to its use: browsers wait five minutes for a person to choose one. */
export const CHALLENGE_MS_MAX = 300_000

const TIME_BYTES = 6
/** 80 bits that nobody guesses, beside a mac of 128 that nobody forges. */
const RANDOM_BYTES = 10
const MAC_BYTES = 16
const KEY_BYTES = 32

/** Counted where every process sees it: a challenge is answered once. */
const ANSWERS = { name: "challenge", times: 1, seconds: Math.ceil(CHALLENGE_MS_MAX / 1_000) }

/**
 * Challenges that a passkey signs. They say themselves when and for what they were made and that it was here, so that
 * nothing is kept for guests who only ask; that one was answered is remembered for as long as it lives.
 */
export class Challenges extends Context.Service<
  Challenges,
  {
    /** @param about what the answer will be good for: the answer to a challenge about something else is refused */
    make(about: string): Effect.Effect<Uint8Array<ArrayBuffer>>
    /** Whether this is a challenge about that which is young enough and was not answered before. It is answered now. */
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
