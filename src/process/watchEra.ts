import { Data, Deferred, Effect } from "effect"
import { confirmEra, connect, type Era, type Role, seenEvent } from "#core/kernel"

/** How often the era is looked at. */
const LOOK_MS = 500
/** A database that does not answer in this time is looked at again; the process starts without it. */
const ANSWER_MS_MAX = 3_000

/** The log has begun a new era while this process was running. */
export class EraChanged extends Data.TaggedError("EraChanged")<{ readonly from: Era; readonly to: Era }> {
  override get message() {
    return `era ${this.to.number} of the log has begun (${this.to.cause}) at position ${this.to.fromPosition}`
  }
}

/**
 * Looks at the era of the log while the scope is open. A look that fails is repeated: without the database, nothing can be
 * read that is gone.
 * @returns an effect that fails once another era than the first one is seen, and never succeeds
 */
export const watchEra = Effect.fn("watchEra")(function* (role: Role, databaseUrl: string) {
  const sql = yield* Effect.acquireRelease(
    Effect.sync(() =>
      connect(databaseUrl, { connectionsMax: 1, name: `quire ${role} era`, answerMsMax: ANSWER_MS_MAX }),
    ),
    (client) => Effect.promise(() => client.end({ timeout: 1 })),
  )
  const changed = yield* Deferred.make<never, EraChanged>()
  let first: Era | undefined
  const check = Effect.tryPromise(() =>
    confirmEra(sql, first === undefined ? null : { eraId: first.eraId, seen: seenEvent.current() }),
  ).pipe(
    Effect.timeout(ANSWER_MS_MAX),
    Effect.flatMap((era) => {
      first ??= era
      return first.eraId === era.eraId ? Effect.void : Deferred.fail(changed, new EraChanged({ from: first, to: era }))
    }),
    Effect.ignore,
  )
  yield* check
  yield* Effect.forkScoped(Effect.forever(Effect.sleep(LOOK_MS).pipe(Effect.andThen(check))))
  return Deferred.await(changed)
})
