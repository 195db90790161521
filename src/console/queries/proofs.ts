import { Clock, Effect } from "effect"
import { AppConfig, Sql } from "#core/kernel"
import { newestProof } from "#core/ledger"
import { Mail } from "#core/mail"

/** A mail of a proof is late after this time: the worker makes one per day, and servers may defer it. */
const MAIL_AGE_MS_MAX = 25 * 3_600_000
const DELIVERY_MS_MAX = 3_600_000

/** The newest proof of the log, and what became of the mail with today's: null if no address is configured. */
export const findProof = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const { proofMail: to } = yield* AppConfig
  const newest = yield* Effect.promise(() => newestProof(sql))
  if (to === undefined) return { newest, mail: null }
  const last = yield* Mail.use((mail) => mail.newestOf("logProof"))
  const ageMs = (yield* Clock.currentTimeMillis) - (last?.madeMs ?? 0)
  const isLate = ageMs > MAIL_AGE_MS_MAX || (last?.state !== "sent" && ageMs > DELIVERY_MS_MAX)
  // A server's permanent refusal needs no hour of patience.
  const hasFailed = last?.state === "bounced" || last?.state === "expired" || isLate
  return { newest, mail: { to, hasFailed, state: last?.state ?? null, madeMs: last?.madeMs ?? null } }
})
