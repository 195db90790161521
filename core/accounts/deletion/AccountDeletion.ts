import { Clock, Context, Effect, Layer, Result } from "effect"
import { EventStore, eraseSubject, jointWriter, type Sealing, Sql, uuidv7, withFreshCommandId } from "#core/kernel"
import { Account } from "../Account.ts"
import { claim } from "../claims/Claim.ts"
import { makeAccountAccess } from "../makeAccountAccess.ts"
import { NameChangedConcurrently } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { Browsers } from "../sessions/Browsers.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { deleteAccount } from "./deleteAccount.ts"

/** The address for the last mail is erased after this time, even if it could not be sent. */
const FAREWELL_MS_MAX = 3 * 86_400_000
const FAREWELLS_AT_ONCE_MAX = 500
/** Retries if a name changes concurrently. */
const NAME_CONFLICTS_MAX = 3

/** Wraps the event store that appends the deletion. */
type Through = (store: (typeof EventStore)["Service"]) => (typeof EventStore)["Service"]

/** Deletes accounts. */
export class AccountDeletion extends Context.Service<
  AccountDeletion,
  {
    /**
     * Deletes an account: releases its claims and ends its sessions. The reactor on AccountDeleted erases the rest.
     * @param through lets other modules add events to the append, or reject it
     */
    delete(personId: string, through?: Through): Effect.Effect<number>
    /** Deletes the key and all rows of the person of a deleted account; idempotent. */
    erase(personId: string): Effect.Effect<void>
    /** Erases the expired addresses of last mails. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/accounts/AccountDeletion") {
  static readonly layer = Layer.effect(
    AccountDeletion,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const services = yield* Effect.context<EventStore | Sealing>()
      const secrets = yield* Secrets
      const { peek } = yield* makeAccountAccess
      const store = yield* EventStore
      const sessions = yield* Sessions
      const browsers = yield* Browsers

      const tryDelete = Effect.fnUntraced(function* (personId: string, through: Through) {
        const nowMs = yield* Clock.currentTimeMillis
        const farewellId = uuidv7(nowMs)
        const { email, userName } = yield* peek(personId)
        const eraseAt = new Date(nowMs + FAREWELL_MS_MAX)
        // Before the event: otherwise a crash between the two would leave an address that is never erased.
        yield* Effect.promise(() => sql`insert into accounts.farewell values (${farewellId}, ${eraseAt})`)
        const claimId = (kind: "email" | "username", text: string | null) => secrets.claimIdOf(kind, text ?? personId)
        const parts = {
          account: { aggregate: Account, id: personId },
          email: { aggregate: claim("email"), id: claimId("email", email) },
          userName: { aggregate: claim("username"), id: claimId("username", userName?.toLowerCase() ?? null) },
        }
        const writeJointly = yield* jointWriter.pipe(
          Effect.provideService(EventStore, through(store)),
          Effect.provide(services),
        )
        type Facts = FactsOf<typeof deleteAccount>
        const { receipt } = yield* writeJointly(
          parts,
          ({ account, ...claims }): Result.Result<Facts, NameChangedConcurrently> =>
            account.userName === userName && account.email === email
              ? deleteAccount({ personId, farewellId, nowMs })(account, claims)
              : Result.fail(new NameChangedConcurrently({})),
        )
        return receipt.position
      })

      return AccountDeletion.of({
        delete: Effect.fn("AccountDeletion.delete")(function* (personId, through = (same) => same) {
          const position = yield* Effect.retry(tryDelete(personId, through), {
            while: (refused) => refused instanceof NameChangedConcurrently,
            times: NAME_CONFLICTS_MAX,
          }).pipe(Effect.catchTags({ NameChangedConcurrently: Effect.die, StreamConflict: Effect.die }))
          yield* sessions.endAll(personId)
          return position
        }),

        erase: Effect.fn("AccountDeletion.erase")(function* (personId) {
          yield* sessions.endAll(personId)
          yield* browsers.forget(personId)
          yield* eraseSubject(personId).pipe(withFreshCommandId, Effect.provide(services))
        }),

        sweep: Effect.gen(function* () {
          const now = new Date(yield* Clock.currentTimeMillis)
          const due = yield* Effect.promise(
            () => sql<Array<{ subjectId: string }>>`
              select subject_id as "subjectId" from accounts.farewell where erase_at <= ${now}
              order by erase_at limit ${FAREWELLS_AT_ONCE_MAX}`,
          )
          for (const { subjectId } of due) {
            yield* eraseSubject(subjectId).pipe(withFreshCommandId, Effect.provide(services))
            yield* Effect.promise(() => sql`delete from accounts.farewell where subject_id = ${subjectId}`)
          }
        }),
      })
    }),
  )
}

/** The events of a decision about several aggregates. */
type FactsOf<Decision extends (...given: never) => (...states: never) => Result.Result<unknown, unknown>> =
  ReturnType<ReturnType<Decision>> extends Result.Result<infer Facts, unknown> ? Facts : never
