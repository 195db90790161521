import { Clock, Context, Effect, Layer } from "effect"
import { AccountDeletion } from "#core/accounts"
import { type Append, type EventStore, formatIso, LedgerRejected, reader, Sealing, Sql, uuidv7 } from "#core/kernel"
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
import { type AccountHoldings, type AssetRemainder, decideClosing, HoldsFunds, remaindersOf } from "./decideClosing.ts"

/** Attempts if balances change concurrently. */
const ATTEMPTS_MAX = 3

/** Incoming deposits, and the amounts that the person renounces. */
type ClosingTerms = Parameters<typeof decideClosing>[2]

/** Closes accounts of people who may have a wallet. */
export class AccountClosing extends Context.Service<
  AccountClosing,
  {
    /** The remaining amounts, and whether any of them is on hold. */
    preview(
      personId: string,
    ): Effect.Effect<{ readonly remainders: ReadonlyArray<AssetRemainder>; readonly isHeld: boolean }>
    /** Fails if the account cannot be closed now. Used before credentials are checked. */
    assertClosable(personId: string, terms: ClosingTerms): Effect.Effect<void, HoldsFunds>
    /**
     * Deletes an account if its wallet is empty or the exact remainder is renounced. Both are one append. Returns its
     * log position.
     */
    close(personId: string, terms: ClosingTerms): Effect.Effect<number, HoldsFunds | Frozen>
  }
>()("core/wallet/AccountClosing") {
  static readonly layer = Layer.effect(
    AccountClosing,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const sealing = yield* Sealing
      const deletion = yield* AccountDeletion
      const readRules = yield* reader(Rules)

      const readHoldings = (personId: string) =>
        Effect.promise(async (): Promise<ReadonlyArray<AccountHoldings>> => {
          const rows = await sql<Array<{ account: AccountKey; posted: string; held: string }>>`
            select account, posted::text, held::text from wallet.account
            where split_part(account, ':', 3) = ${personId} and not hot order by account`
          return rows.map(({ account, posted, held }) => ({
            ...{ account, assetTypeId: readAccount(account).assetTypeId },
            ...{ posted: BigInt(posted), held: BigInt(held) },
          }))
        })

      const decide = Effect.fnUntraced(function* (personId: string, terms: ClosingTerms) {
        return yield* Effect.fromResult(decideClosing(yield* readHoldings(personId), yield* readRules(RULES_ID), terms))
      })

      /** The ledger event that books the renounced amounts. */
      const renunciation = Effect.fnUntraced(function* (personId: string, entries: ReadonlyArray<Entry>) {
        if (entries.length === 0) return []
        const nowMs = yield* Clock.currentTimeMillis
        const [transferId, at] = [uuidv7(nowMs), formatIso(nowMs)]
        const meta = { transferId, purpose: "renunciation" as const, reference: `account-${personId}`, at }
        const transferred = Transferred.make({ ...meta, entries: balanced(entries) })
        const event = yield* LedgerEvents.encode(transferred).pipe(Effect.provideService(Sealing, sealing))
        return [{ stream: `transfer-${transferId}`, expected: 0, events: [event] }]
      })

      const tryClose = Effect.fnUntraced(function* (
        personId: string,
        terms: ClosingTerms,
      ): Effect.fn.Return<number, HoldsFunds | Frozen> {
        const entries = yield* decide(personId, terms)
        const streams = yield* renunciation(personId, entries)
        const withRenunciation = (store: (typeof EventStore)["Service"]) => {
          const booking = bookingStore(store)
          return {
            ...booking,
            append: (append: Append) =>
              booking.append({ ...append, streams: [...append.streams, ...streams], ledgerCall: closeOwner(personId) }),
          }
        }
        return yield* asRefusals(asHoldsFunds(deletion.delete(personId, withRenunciation))).pipe(
          Effect.catchTag("NotEnough", () => Effect.fail(new HoldsFunds({ reason: "remainder" }))),
        )
      })

      return AccountClosing.of({
        preview: Effect.fn("AccountClosing.preview")(function* (personId) {
          const owned = yield* readHoldings(personId)
          return {
            remainders: remaindersOf(owned, yield* readRules(RULES_ID)),
            isHeld: owned.some(({ held }) => held !== 0n),
          }
        }),

        assertClosable: Effect.fn("AccountClosing.assertClosable")((personId, terms) =>
          Effect.asVoid(decide(personId, terms)),
        ),

        close: Effect.fn("AccountClosing.close")((personId, terms) =>
          Effect.retry(tryClose(personId, terms), {
            // Decide again with the new balances.
            while: (refused) => refused._tag === "HoldsFunds" && refused.reason === "remainder",
            times: ATTEMPTS_MAX - 1,
          }),
        ),
      })
    }),
  )
}

const closeOwner =
  (personId: string): NonNullable<Append["ledgerCall"]> =>
  (client, answer) =>
    client`wallet.close_owner(${answer}, ${personId})`

/** Translates the refusal of the books if money arrived after the decision. */
const asHoldsFunds = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | HoldsFunds, R> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, HoldsFunds> => {
    const reason = defect instanceof LedgerRejected ? (defect.detail as { readonly reason: string }).reason : null
    return reason === "owned" ? Effect.fail(new HoldsFunds({ reason: "remainder" })) : Effect.die(defect)
  })
