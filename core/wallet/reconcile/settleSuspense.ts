import { Clock, Effect, Result } from "effect"
import {
  type Aggregate,
  CurrentMeta,
  dieOnConflict,
  EventStore,
  formatIso,
  jointWriter,
  Sealing,
  Sql,
  uuidv7,
  withAdvisoryLock,
} from "#core/kernel"
import {
  asRefusals,
  catchClosed,
  idempotent,
  personAccount,
  platformAccount,
  storeRefusingClosedWallets,
  Transfer,
  transferredEvent,
} from "#core/ledger"
import { type ReconciliationEvent, ReconciliationEvents, SuspenseSettled } from "./events.ts"
import { reasonOf, UnfitStep } from "./refusals.ts"

/** An amount to move out of suspense. */
export type Settlement = {
  readonly assetTypeId: number
  /** Positive minor units: of the surplus or of the shortage, whichever is in suspense. */
  readonly amount: bigint
  /** Who gains or pays it: the platform (fees), cold storage, or a person. */
  readonly to: "fees" | "cold" | { readonly personId: string }
  readonly reason: string
}

/** Settlements of an asset. The remaining balance is in the books. */
const Settlements: Aggregate<null, ReconciliationEvent> = {
  category: "suspense",
  events: ReconciliationEvents,
  initial: null,
  evolve: () => null,
}

/** Signed amount that leaves suspense; null if there is less. */
const takenFrom = (balance: bigint, amount: bigint): bigint | null => {
  if (amount <= 0n || amount > (balance < 0n ? -balance : balance)) return null
  return balance < 0n ? -amount : amount
}

/** Settles suspense: appends the reason and the transfer together. */
export const suspenseSettler = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const store = storeRefusingClosedWallets(yield* EventStore)
  const write = yield* jointWriter.pipe(
    Effect.provideService(EventStore, store),
    Effect.provideService(Sealing, yield* Sealing),
  )
  const balanceOf = (account: string) =>
    Effect.promise(async () => {
      const [row] = await sql<Array<{ sum: string }>>`
        select (coalesce((select posted from wallet.account where account = ${account}), 0)
          + coalesce((select sum(amount) from wallet.hot_entry where account = ${account}), 0))::text as sum`
      return BigInt(row?.sum ?? 0)
    })

  const settle = Effect.fnUntraced(function* ({ assetTypeId, amount, to, ...settlement }: Settlement) {
    const reason = yield* reasonOf(settlement.reason)
    const nowMs = yield* Clock.currentTimeMillis
    const [at, transferId, { actor: by }] = [formatIso(nowMs), uuidv7(nowMs), yield* CurrentMeta]
    const suspense = platformAccount("suspense", assetTypeId)
    const account =
      typeof to === "string" ? platformAccount(to, assetTypeId) : personAccount("available", assetTypeId, to.personId)
    const balance = yield* balanceOf(suspense)
    const parts = {
      settlements: { aggregate: Settlements, id: String(assetTypeId) },
      transfer: { aggregate: Transfer, id: transferId },
    }
    const written = yield* idempotent(["settle", assetTypeId, amount, account, reason], (answerOf) =>
      write(
        parts,
        () => {
          const taken = takenFrom(balance, amount)
          if (taken === null) return Result.fail(new UnfitStep({ problem: "amount" }))
          const settled = SuspenseSettled.make({ assetTypeId, amount: String(taken), account, reason, by, at })
          const entries = [
            { account: suspense, amount: -taken },
            { account, amount: taken },
          ]
          const about = { transferId, purpose: "correction" as const, reference: `suspense-${assetTypeId}`, at }
          return Result.succeed({ settlements: [settled], transfer: [transferredEvent({ ...about, entries })] })
        },
        answerOf,
      ).pipe(
        (writing) => catchClosed(writing, Effect.fail(new UnfitStep({ problem: "left" }))),
        dieOnConflict,
        asRefusals,
      ),
    )
    return { position: written.receipt.position }
  })
  return Effect.fn("Reconciliation.settle")((settlement: Settlement) =>
    // One at a time per asset: the balance is read before it is debited.
    withAdvisoryLock(sql, { work: "wallet.suspense", on: settlement.assetTypeId }, settle(settlement)),
  )
})
