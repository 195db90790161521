import { Context, Effect, Layer, Result } from "effect"
import {
  type Aggregate,
  type Append,
  type Command,
  currentCommand,
  currentTimeIso,
  type Decide,
  dieOnConflict,
  EventStore,
  formatIso,
  type Receipt,
  Sealing,
  Sql,
  type StreamAppend,
  type StreamConflict,
  writer,
} from "#core/kernel"
import type { AccountKey } from "./accounts.ts"
import { balanced, type Entry } from "./balanced.ts"
import { bookingStore } from "./bookingStore.ts"
import { HoldPlaced, type LedgerEvent, LedgerEvents, OwnerFrozen, OwnerUnfrozen, Transferred } from "./events.ts"
import { flushHotEntries } from "./flushHotEntries.ts"
import { type DecideHold, expireHold, Hold, postHold, voidHold } from "./Hold.ts"
import { assertSameRequest, fingerprintOf, idempotent } from "./idempotent.ts"
import type { Purpose } from "./purposes.ts"
import { asRefusals, type CommandReused, type Frozen, type HoldClosed, type NotEnough } from "./refusals.ts"

/** Whether a person's wallet is frozen. */
type OwnerState = { readonly isFrozen: boolean }

const Owner: Aggregate<OwnerState, LedgerEvent> = {
  category: "walletOwner",
  events: LedgerEvents,
  initial: { isFrozen: false },
  evolve: (_, event) => ({ isFrozen: event._tag === "ledger.OwnerFrozen.v1" }),
}

type FreezeDetails = { readonly ownerId: string; readonly reason: string; readonly at: string }

/** Freezes a person's wallet; idempotent. */
const freezeOwner =
  (facts: FreezeDetails): Decide<OwnerState, LedgerEvent, never> =>
  ({ isFrozen }) =>
    Result.succeed(isFrozen ? [] : [OwnerFrozen.make(facts)])

/** Unfreezes a person's wallet; idempotent. */
const unfreezeOwner =
  (facts: FreezeDetails): Decide<OwnerState, LedgerEvent, never> =>
  ({ isFrozen }) =>
    Result.succeed(isFrozen ? [OwnerUnfrozen.make(facts)] : [])

export type TransferRequest = {
  readonly purpose: Purpose
  /** The stream that it belongs to, such as a donation. */
  readonly reference?: string
  /** Their sum is zero for each asset. */
  readonly entries: ReadonlyArray<Entry>
  /** Further request data that is part of the fingerprint. */
  readonly payload?: string | null
  /** Events of other streams that are appended atomically with it. */
  readonly also?: ReadonlyArray<StreamAppend>
  /** Further SQL in the appending transaction, after the booking has locked the accounts. */
  readonly ledgerCall?: Append["ledgerCall"]
}

export type NewHold = {
  readonly holdId: string
  readonly purpose: Purpose
  readonly reference?: string
  readonly account: AccountKey
  /** Above zero. */
  readonly amount: bigint
  /** Milliseconds since 1970. */
  readonly expiresAtMs?: number
  readonly also?: ReadonlyArray<StreamAppend>
}

/** Log position of the last event, and whether the command was a repeat. */
export type TransferReceipt = { readonly position: number; readonly repeated: boolean }

type SpendingRefusal = NotEnough | Frozen | CommandReused | StreamConflict

/**
 * The double-entry ledger. Every method is one idempotent command: the same command id with another request fails. A
 * command that would make a balance negative fails, also under concurrency.
 */
export class Ledger extends Context.Service<
  Ledger,
  {
    /** Moves money immediately. A StreamConflict can only come from `also`. */
    transfer(transfer: TransferRequest): Effect.Effect<TransferReceipt, SpendingRefusal>
    /** Reserves money, so that it cannot be spent twice. */
    placeHold(hold: NewHold): Effect.Effect<TransferReceipt, SpendingRefusal>
    /** Pays the given accounts from a hold and releases the remainder. */
    postHold(holdId: string, gains: ReadonlyArray<Entry>): Effect.Effect<TransferReceipt, HoldClosed | CommandReused>
    voidHold(holdId: string): Effect.Effect<TransferReceipt, HoldClosed | CommandReused>
    /** Releases a hold if it has expired. */
    expireHold(holdId: string): Effect.Effect<TransferReceipt, HoldClosed | CommandReused>
    /** Freezes or unfreezes a person's wallet. */
    setFrozen(ownerId: string, isFrozen: boolean, reason: string): Effect.Effect<TransferReceipt, CommandReused>
    /** Adds pending entries of hot accounts to their balances. Any number of processes may run it. */
    readonly flushHotEntries: Effect.Effect<void>
  }
>()("core/ledger/Ledger") {
  static readonly layer = Layer.effect(
    Ledger,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const store = bookingStore(yield* EventStore)
      const sealing = yield* Sealing
      const writing = <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing>) =>
        effect.pipe(Effect.provideService(EventStore, store), Effect.provideService(Sealing, sealing))
      const writeHold = yield* writing(writer(Hold))
      const writeOwner = yield* writing(writer(Owner))

      /** Appends the first event of a new stream, so that only the ledger can refuse it. */
      const startStream = Effect.fnUntraced(function* (
        stream: string,
        { hasClientId, ...command }: Command,
        fact: LedgerEvent,
        request: unknown,
        also: ReadonlyArray<StreamAppend> = [],
        ledgerCall?: Append["ledgerCall"],
      ): Effect.fn.Return<TransferReceipt, SpendingRefusal> {
        const event = yield* LedgerEvents.encode(fact).pipe(Effect.provideService(Sealing, sealing))
        const fingerprint = fingerprintOf(request)
        const streams = [{ stream, expected: 0, events: [event] }, ...also]
        const receipt = yield* asRefusals(
          store.append({ ...command, answer: { fingerprint }, streams, ...(ledgerCall && { ledgerCall }) }),
        )
        return toTransferReceipt(
          yield* assertSameRequest({ ...receipt, repeated: receipt.repeated && hasClientId }, fingerprint),
        )
      })

      const changeHold = Effect.fnUntraced(function* (holdId: string, decide: DecideHold, request: unknown) {
        const written = yield* idempotent([holdId, request], (answerOf) =>
          dieOnConflict(writeHold(holdId, decide, answerOf)),
        )
        return toTransferReceipt(written.receipt)
      })

      return Ledger.of({
        transfer: Effect.fn("Ledger.transfer")(function* ({
          purpose,
          reference = null,
          entries,
          payload: words = null,
          ...more
        }) {
          const command = yield* currentCommand
          const balancedEntries = balanced(entries)
          const transferId = command.commandId
          const fact = Transferred.make({
            transferId,
            purpose,
            reference,
            entries: balancedEntries,
            at: yield* currentTimeIso,
          })
          return yield* startStream(
            `transfer-${transferId}`,
            command,
            fact,
            [purpose, reference, balancedEntries, ...(words === null ? [] : [words])],
            more.also,
            more.ledgerCall,
          )
        }),

        placeHold: Effect.fn("Ledger.placeHold")(function* ({ holdId, purpose, reference = null, account, ...hold }) {
          const command = yield* currentCommand
          if (hold.amount <= 0n) return yield* Effect.die(new Error(`a hold of ${hold.amount}`))
          const amount = String(hold.amount)
          const expiresAt = hold.expiresAtMs === undefined ? null : formatIso(hold.expiresAtMs)
          const fact = HoldPlaced.make({
            holdId,
            purpose,
            reference,
            account,
            amount,
            expiresAt,
            at: yield* currentTimeIso,
          })
          const request = [holdId, purpose, reference, account, amount]
          return yield* startStream(`hold-${holdId}`, command, fact, request, hold.also)
        }),

        postHold: Effect.fn("Ledger.postHold")(function* (holdId, gains) {
          const gainTexts = gains.map(({ account, amount }) => [account, String(amount)])
          return yield* changeHold(holdId, postHold(gains, yield* currentTimeIso), ["post", gainTexts])
        }),
        voidHold: Effect.fn("Ledger.voidHold")(function* (holdId) {
          return yield* changeHold(holdId, voidHold(yield* currentTimeIso), "void")
        }),
        expireHold: Effect.fn("Ledger.expireHold")(function* (holdId) {
          return yield* changeHold(holdId, expireHold(yield* currentTimeIso), "expire")
        }),

        setFrozen: Effect.fn("Ledger.setFrozen")(function* (ownerId, isFrozen, reason) {
          const change = isFrozen ? freezeOwner : unfreezeOwner
          const facts = { ownerId, reason, at: yield* currentTimeIso }
          const written = yield* idempotent([ownerId, isFrozen, reason], (answerOf) =>
            dieOnConflict(writeOwner(ownerId, change(facts), answerOf)),
          )
          return toTransferReceipt(written.receipt)
        }),

        flushHotEntries: Effect.promise(async () => {
          for (; (await flushHotEntries(sql)) > 0; );
        }),
      })
    }),
  )
}

const toTransferReceipt = ({ position, repeated }: Receipt): TransferReceipt => ({ position, repeated })
