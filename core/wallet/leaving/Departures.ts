import { Clock, Context, Effect, Layer } from "effect"
import { Leaving } from "#core/accounts"
import { type Append, BooksRefused, type EventStore, reader, Sealing, Sql, uuidv7 } from "#core/kernel"
import {
  type AccountKey,
  asRefusals,
  balanced,
  bookingStore,
  type Entry,
  type Frozen,
  LedgerEvents,
  readAccount,
  Transferred,
} from "#core/ledger"
import { RULES_ID, Rules } from "../withdrawalRules/Rules.ts"
import { decideLeaving, type Left, leftOf, type Owned } from "./decideLeaving.ts"
import { StillOwns } from "./refusals.ts"

/** How often it is decided anew because something came or went meanwhile. */
const TRIES_MAX = 3

/** What somebody says who wants to leave, and whether deposits are on their way to them. */
type Terms = Parameters<typeof decideLeaving>[2]

/** How people leave who may have a wallet. */
export class Departures extends Context.Service<
  Departures,
  {
    /** What somebody would leave behind, and whether something of it is set aside. */
    look(personId: string): Effect.Effect<{ readonly left: ReadonlyArray<Left>; readonly isHeld: boolean }>
    /** Whether they may leave so just now, before they show that it is them. */
    check(personId: string, terms: Terms): Effect.Effect<void, StillOwns>
    /**
     * Deletes an account whose wallet is empty, or whose rest is given up as it was shown: one command with the deletion, so
     * nothing can come between. Answers the position of the fact.
     */
    leave(personId: string, terms: Terms): Effect.Effect<number, StillOwns | Frozen>
  }
>()("core/wallet/Departures") {
  static readonly layer = Layer.effect(
    Departures,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const sealing = yield* Sealing
      const leaving = yield* Leaving
      const readRules = yield* reader(Rules)

      const ownedBy = (personId: string) =>
        Effect.promise(async (): Promise<ReadonlyArray<Owned>> => {
          const rows = await sql<Array<{ account: AccountKey; posted: string; held: string }>>`
            select account, posted::text, held::text from wallet.account
            where split_part(account, ':', 3) = ${personId} and not hot order by account`
          return rows.map(({ account, posted, held }) => ({
            ...{ account, assetTypeId: readAccount(account).assetTypeId },
            ...{ posted: BigInt(posted), held: BigInt(held) },
          }))
        })

      const decide = Effect.fnUntraced(function* (personId: string, terms: Terms) {
        return yield* Effect.fromResult(decideLeaving(yield* ownedBy(personId), yield* readRules(RULES_ID), terms))
      })

      /** What is given up, as a fact of the ledger beside the deletion. */
      const renouncing = Effect.fnUntraced(function* (personId: string, entries: ReadonlyArray<Entry>) {
        if (entries.length === 0) return []
        const nowMs = yield* Clock.currentTimeMillis
        const [transferId, at] = [uuidv7(nowMs), new Date(nowMs).toISOString()]
        const about = { transferId, purpose: "renunciation" as const, reference: `account-${personId}`, at }
        const fact = Transferred.make({ ...about, entries: balanced(entries) })
        const event = yield* LedgerEvents.encode(fact).pipe(Effect.provideService(Sealing, sealing))
        return [{ stream: `transfer-${transferId}`, expected: 0, events: [event] }]
      })

      const attempt = Effect.fnUntraced(function* (
        personId: string,
        terms: Terms,
      ): Effect.fn.Return<number, StillOwns | Frozen> {
        const entries = yield* decide(personId, terms)
        const streams = yield* renouncing(personId, entries)
        const through = (store: (typeof EventStore)["Service"]) => {
          const booking = bookingStore(store)
          return {
            ...booking,
            append: (append: Append) =>
              booking.append({ ...append, streams: [...append.streams, ...streams], books: closing(personId) }),
          }
        }
        return yield* asRefusals(asOwned(leaving.delete(personId, through))).pipe(
          Effect.catchTag("NotEnough", () => Effect.fail(new StillOwns({ what: "rest" }))),
        )
      })

      return Departures.of({
        look: Effect.fn("Departures.look")(function* (personId) {
          const owned = yield* ownedBy(personId)
          return { left: leftOf(owned, yield* readRules(RULES_ID)), isHeld: owned.some(({ held }) => held !== 0n) }
        }),

        check: Effect.fn("Departures.check")((personId, terms) => Effect.asVoid(decide(personId, terms))),

        leave: Effect.fn("Departures.leave")((personId, terms) =>
          Effect.retry(attempt(personId, terms), {
            // What came meanwhile is looked at again, and refused for what it is.
            while: (refused) => refused._tag === "StillOwns" && refused.what === "rest",
            times: TRIES_MAX - 1,
          }),
        ),
      })
    }),
  )
}

const closing =
  (personId: string): NonNullable<Append["books"]> =>
  (client, answer) =>
    client`wallet.close_owner(${answer}, ${personId})`

/** Tells that something came to them after it was decided that they may leave. */
const asOwned = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StillOwns, R> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, StillOwns> => {
    const reason = defect instanceof BooksRefused ? (defect.detail as { readonly reason: string }).reason : null
    return reason === "owned" ? Effect.fail(new StillOwns({ what: "rest" })) : Effect.die(defect)
  })
