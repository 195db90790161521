import { Effect } from "effect"
import { type Append, EventStore, type NewEvent, type SqlClient, type SqlPart } from "#core/kernel"
import { isHot } from "./accounts.ts"
import { type LedgerEvent, LedgerEvents } from "./events.ts"
import { type AccountMove, movesOf } from "./movesOf.ts"

/**
 * An event store that books ledger events in the transaction that appends them. Events of other aggregates may be part of
 * the same append. A `ledgerCall` of the append runs after the booking, when the accounts are locked.
 */
export const bookingStore = (store: (typeof EventStore)["Service"]): (typeof EventStore)["Service"] =>
  EventStore.of({
    ...store,
    append: (append) => {
      const booked = ledgerEventsIn(append)
      if (booked.length === 0) return store.append(append)
      const books = makeBooking(booked)
      return store.append({
        ...append,
        ledgerCall: (sql, answer) => (append.ledgerCall ?? passAnswer)(sql, books(sql, answer)),
      })
    },
    appendTogether: (appends) => {
      const booked = appends.flatMap(ledgerEventsIn)
      const [first, ...others] = appends
      if (first === undefined || booked.length === 0) return store.appendTogether(appends)
      const books = makeBooking(booked)
      // One booking for all of them: the accounts are locked in the order of their names.
      const ledgerCall: Append["ledgerCall"] = (sql, answer) =>
        (first.ledgerCall ?? passAnswer)(sql, books(sql, answer))
      return store.appendTogether([{ ...first, ledgerCall }, ...others])
    },
    appendBatch: () => Effect.die(new Error("the wallet books commands one by one")),
  })

const passAnswer = (_: SqlClient, answer: SqlPart): SqlPart => answer

type AppendedEvent = { readonly eventId: string; readonly event: LedgerEvent }
type EventMove = AccountMove & { readonly eventId: string }

const TYPES = new Set<string>(LedgerEvents.types)

/** The ledger events of an append, with their ids. */
export const ledgerEventsIn = ({ streams }: Append): ReadonlyArray<AppendedEvent> =>
  streams
    .flatMap(({ events }) => events)
    .filter(({ type }: NewEvent) => TYPES.has(type))
    .map(({ type, data, eventId }) => ({ eventId, event: LedgerEvents.decodeSync(type, data) }))

const makeBooking = (booked: ReadonlyArray<AppendedEvent>) => {
  const moves = booked
    .flatMap(({ event, eventId }) => movesOf(event).map((move): EventMove => ({ ...move, eventId })))
    .sort(({ account: one }, { account: other }) => (one < other ? -1 : one > other ? 1 : 0))
  return (sql: SqlClient, answer: SqlPart): SqlPart =>
    booked.reduce(
      (given, { event }) => bookFreeze(sql, given, event),
      moves.length === 0 ? answer : book(sql, answer, moves),
    )
}

const book = (sql: SqlClient, answer: SqlPart, moves: ReadonlyArray<EventMove>): SqlPart => sql`
  wallet.book(${answer}, ${moves.map(({ account }) => account)}::text[], ${moves.map(({ eventId }) => eventId)}::uuid[],
    ${moves.map(({ amount }) => String(amount))}::numeric[], ${moves.map(({ hold }) => String(hold))}::numeric[],
    ${moves.map(({ account }) => String(isHot(account)))}::text[]::boolean[])`

const bookFreeze = (sql: SqlClient, answer: SqlPart, event: LedgerEvent): SqlPart => {
  if (event._tag === "ledger.OwnerFrozen.v1") return sql`wallet.set_frozen(${answer}, ${event.ownerId}, true)`
  if (event._tag === "ledger.OwnerUnfrozen.v1") return sql`wallet.set_frozen(${answer}, ${event.ownerId}, false)`
  return answer
}
