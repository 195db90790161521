import { Clock, Effect, Result } from "effect"
import { EventStore, formatIso, jointWriter, Sealing, uuidv7 } from "#core/kernel"
import { Hold, storeRefusingClosedWallets, Transfer } from "#core/ledger"
import { bookingOf } from "./bookings.ts"
import type { WithdrawalEvent } from "./events.ts"
import { Withdrawal, type WithdrawalState } from "./Withdrawal.ts"
import { withdrawalStore } from "./withdrawalStore.ts"

/**
 * Write path of withdrawals: appends the event, changes the hold and the platform accounts, and updates the table of
 * open withdrawals, atomically.
 */
export const withdrawalWriter = Effect.gen(function* () {
  const sealing = yield* Sealing
  const store = storeRefusingClosedWallets(withdrawalStore(yield* EventStore))
  const write = yield* jointWriter.pipe(
    Effect.provideService(EventStore, store),
    Effect.provideService(Sealing, sealing),
  )

  /** Runs one command; answers the events and the receipt. @param answerOf value stored with the receipt */
  const change = Effect.fnUntraced(function* <Refusal>(
    withdrawalId: string,
    decide: (state: WithdrawalState, at: string) => Result.Result<ReadonlyArray<WithdrawalEvent>, Refusal>,
    answerOf: () => unknown = () => null,
  ) {
    const nowMs = yield* Clock.currentTimeMillis
    const at = formatIso(nowMs)
    const transferId = uuidv7(nowMs)
    const parts = {
      withdrawal: { aggregate: Withdrawal, id: withdrawalId },
      hold: { aggregate: Hold, id: withdrawalId },
      transfer: { aggregate: Transfer, id: transferId },
    }
    const { facts, receipt } = yield* write(
      parts,
      ({ withdrawal, hold }) =>
        Result.map(decide(withdrawal, at), (events) => {
          const [fact] = events
          if (fact === undefined || withdrawal === null) return { withdrawal: events }
          return { withdrawal: events, ...bookingOf(fact, withdrawal, { hold, transferId, at }) }
        }),
      answerOf,
    )
    return { facts: facts.withdrawal ?? [], receipt }
  })

  return { write, change }
})
