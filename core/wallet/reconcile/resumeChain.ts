import { Effect, Result } from "effect"
import type { Chain, Hex } from "#core/chains"
import {
  type Aggregate,
  CurrentMeta,
  currentTimeIso,
  dieOnConflict,
  EventStore,
  Sealing,
  Sql,
  writer,
} from "#core/kernel"
import { findEarlierReceipt, idempotent } from "#core/ledger"
import { openChain } from "../deposits/chainBook.ts"
import { Withdrawals } from "../withdrawals/Withdrawals.ts"
import { ChainResumed, type ReconciliationEvent, ReconciliationEvents } from "./events.ts"
import { reasonOf } from "./refusals.ts"

/** The event decides nothing by itself; the scan state of the chain is stored beside it. */
const Resumed: Aggregate<null, ReconciliationEvent> = {
  category: "chain",
  events: ReconciliationEvents,
  initial: null,
  evolve: () => null,
}

/**
 * Resumes a halted chain from the last block that the old and the new branch share, or from the first block if that one
 * is unknown. Deposits are compared by output, so none is credited twice and lost ones are reversed. Withdrawals stay
 * stopped until an operator resumes them.
 */
export const chainResumer = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const [store, withdrawals] = [yield* EventStore, yield* Withdrawals]
  const write = yield* writer(Resumed).pipe(
    Effect.provideService(EventStore, resumingStore(store)),
    Effect.provideService(Sealing, yield* Sealing),
  )

  return Effect.fn("Reconciliation.resume")(function* (chain: Chain, why: string) {
    const { network } = chain
    const { assetTypeId } = network
    const reason = yield* reasonOf(why)
    const request = ["resume", assetTypeId, reason]
    const first = yield* findEarlierReceipt(store, request)
    if (first !== null) return { position: first.position }
    const { halted, cursor: before } = yield* Effect.promise(() => openChain(sql, network))
    if (halted === null) return { position: 0 }
    const cursor = yield* placeOf(chain, before)
    const meta = yield* CurrentMeta
    // Until the next scan, balances include deposits that were undone: nothing may be sent.
    yield* withdrawals
      .stop(assetTypeId, `the chain was halted: ${halted}`)
      .pipe(Effect.orDie, Effect.provideService(CurrentMeta, { ...meta, commandId: null }))
    const at = yield* currentTimeIso
    const fact = ChainResumed.make({ assetTypeId, halted, cursor, reason, by: meta.actor, at })
    const { receipt } = yield* idempotent(request, (answerOf) =>
      write(String(assetTypeId), () => Result.succeed([fact]), answerOf).pipe(dieOnConflict),
    )
    return { position: receipt.position }
  })
})

/** Block from which scanning misses nothing; null: from the first block. */
const placeOf = (chain: Chain, cursor: Hex | null) =>
  chain.movements(cursor).pipe(
    Effect.as(cursor),
    Effect.catchTag("ReorgTooDeep", ({ fork }) => Effect.succeed(fork?.hash ?? null)),
  )

/** Event store that moves the cursor of the chain in the transaction of the event. */
const resumingStore = (store: (typeof EventStore)["Service"]): (typeof EventStore)["Service"] =>
  EventStore.of({
    ...store,
    append: (append) =>
      store.append({
        ...append,
        ledgerCall: (sql, answer) =>
          append.streams
            .flatMap(({ events }) => events)
            .map(({ type, data }) => ReconciliationEvents.decodeSync(type, data))
            .reduce(
              (state, fact) =>
                fact._tag === "wallet.ChainResumed.v1"
                  ? sql`wallet.resume_chain(${state}, ${fact.assetTypeId}, ${fact.cursor})`
                  : state,
              append.ledgerCall?.(sql, answer) ?? answer,
            ),
      }),
  })
