import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Sql, type SqlClient } from "#core/kernel"
import { CallBuckets, type Limit, Spent } from "./CallBuckets.ts"

/** How often processes share the calls that they answered. */
const SHARE_MS = 1_000
/** Sources that are shared at a time. Under an attack from more, those with the most calls. */
const SHARED_SOURCES_MAX = 1_000
/** Sources in one NOTIFY, which carries less than 8,000 bytes. */
const MESSAGE_SOURCES_MAX = 50
const CHANNEL = "calls_spent"

const Message = Schema.fromJsonString(Schema.Struct({ from: Schema.String, spent: Schema.Array(Spent) }))
const decode = Schema.decodeUnknownOption(Message)

/**
 * Counts calls per source. All web processes on one database share their counts every second over NOTIFY, so that many
 * processes do not multiply a limit; without the database each counts alone.
 */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Takes one call of the source. Returns the seconds to wait if the limit is reached, else 0. */
    take(limit: Limit, address: string): Effect.Effect<number>
  }
>()("src/process/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const buckets = new CallBuckets()
      const { client } = yield* Sql
      yield* Effect.forkScoped(
        shareCalls(buckets, client).pipe(Effect.ignore, Effect.andThen(Effect.sleep(SHARE_MS)), Effect.forever),
      )
      return rateLimitsOf(buckets)
    }),
  )
}

/** Rate limits over these buckets. */
export const rateLimitsOf = (buckets: CallBuckets) =>
  RateLimits.of({
    take: (limit, address) => Effect.map(Clock.currentTimeMillis, (nowMs) => buckets.take(limit, address, nowMs)),
  })

/** Tells other processes of the calls answered here since the last time. Listens to theirs from the first success on. */
const shareCalls = (buckets: CallBuckets, sql: SqlClient) => {
  const from = randomUUID()
  const hear = (payload: string) => {
    const message = Option.getOrUndefined(decode(payload))
    if (message === undefined || message.from === from) return
    for (const spent of message.spent) buckets.spendElsewhere(spent, Date.now())
  }
  let isListening = false
  return Effect.gen(function* () {
    if (!isListening) yield* Effect.tryPromise(() => sql.listen(CHANNEL, hear))
    isListening = true
    const spent = buckets.takeUnshared(SHARED_SOURCES_MAX)
    for (let at = 0; at < spent.length; at += MESSAGE_SOURCES_MAX) {
      const message = JSON.stringify({ from, spent: spent.slice(at, at + MESSAGE_SOURCES_MAX) })
      // A crash may lose a count, so the commit does not wait for the disk.
      yield* Effect.tryPromise(
        () => sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${message})`,
      )
    }
  })
}
