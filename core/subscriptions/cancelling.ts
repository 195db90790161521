import { Effect } from "effect"
import { dieOnConflict, type Receipt, retryOnConflict } from "#core/kernel"
import { cycleIdOf } from "./cycle/Cycle.ts"
import { closeCycle } from "./cycle/closeCycle.ts"
import { withReceivers } from "./forwards/Forwards.ts"
import { bookingsOfClosed } from "./payday/bookingsOfClosed.ts"
import { type NoRefund, NoRule } from "./refusals.ts"
import { type RuleOf, ruleIdOf } from "./rule/Rule.ts"
import { cancelNow } from "./rule/refund.ts"
import type { subscriptionStore } from "./subscriptionStore.ts"

type Store = Effect.Success<typeof subscriptionStore>
type Options = { readonly isFree?: boolean; readonly request?: unknown }

/** Cancels a rule now: closes its cycles, pays what was used to the creators, and refunds the rest, in one append. */
export const cancelling = ({
  readRule,
  readCycle,
  write,
  readForwards,
  closedOwners,
  newTransferId,
}: Pick<Store, "readRule" | "readCycle" | "readForwards" | "write" | "closedOwners" | "newTransferId">) => {
  const attempt = Effect.fnUntraced(function* (of: RuleOf, { isFree = false, request }: Options) {
    const { state, version } = yield* readRule(ruleIdOf(of.personId, of.number))
    if (state.personId === null) return yield* new NoRule()
    const { events, used } = yield* Effect.fromResult(cancelNow(of, state, isFree))
    const paydayId = yield* newTransferId
    const read = yield* Effect.forEach(used, ({ n, ...kept }) =>
      Effect.map(readCycle(cycleIdOf({ ...of, n })), (cycle) => ({ ...cycle, kept })),
    )
    const payers = read.flatMap(({ state: cycle }) => cycle?.gift?.payerId ?? [])
    const forwards = yield* readForwards([...state.creators.keys()])
    const owners = [...withReceivers(state.creators.keys(), forwards), ...payers]
    const closedIds = yield* closedOwners([...new Set(owners)])
    const cycles = read.flatMap(({ state: cycle, version: expected, kept }) => {
      if (cycle?.isOpen !== true) return []
      const closing = { ...kept, closedIds, forwards, paydayId, nowMs: of.nowMs, stoppedMs: of.nowMs }
      return [{ version: expected, event: closeCycle(cycle, state, closing) }]
    })
    const bookings = yield* bookingsOfClosed(
      cycles.map(({ event }) => event),
      paydayId,
      newTransferId,
    )
    return yield* write({ rules: [{ version, events }], cycles, bookings, request })
  })

  return (of: RuleOf, options: Options): Effect.Effect<Receipt, NoRule | NoRefund> =>
    retryOnConflict(attempt(of, options)).pipe(
      dieOnConflict,
      // Money leaves the platform's account alone.
      Effect.catchTags({ NotEnough: Effect.die, Frozen: Effect.die }),
    )
}
