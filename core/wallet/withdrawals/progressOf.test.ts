import { Effect } from "effect"
import { expect, it } from "vitest"
import type { TransactionStatus } from "../../chains/Chain.ts"
import { networks } from "../../chains/networks.ts"
import { ChainUnavailable } from "../../chains/refusals.ts"
import { progressOf } from "./progressOf.ts"

const network = networks.BTC.main
const attempt = { txid: "a", raw: "00", inputs: [], fee: 1n, signedMs: 0 }
type State = Parameters<typeof progressOf>[0]
const state: State = { dueMs: 7, attempts: [attempt], confirmationsNeeded: 6 }
const block = { hash: "b", height: 9, timeMs: 0 }
const confirmed = (confirmations: number): TransactionStatus => ({ _tag: "Confirmed", block, confirmations })
const check = (status: TransactionStatus | null, more: Partial<State> = {}) =>
  Effect.runSync(
    progressOf(
      { ...state, ...more },
      {
        network,
        statusOf: () =>
          status === null
            ? Effect.fail(new ChainUnavailable({ chain: "BTC", reason: "busy", detail: "away" }))
            : Effect.succeed(status),
      },
    ),
  )

it.each<[string, TransactionStatus | null, Partial<State>, number | null, number]>([
  ["in the mempool", { _tag: "Mempool", isReplaceable: true }, {}, 0, 6],
  ["in two blocks", confirmed(2), {}, 2, 6],
  ["deeper than it has to be", confirmed(9), {}, 6, 6],
  ["asked for before there were such rules", confirmed(1), { confirmationsNeeded: null }, 1, 2],
  ["not signed yet", confirmed(1), { attempts: [] }, null, 6],
  ["on a chain that does not answer", null, {}, null, 6],
])("a withdrawal %s", (_, status, more, confirmations, confirmationsNeeded) => {
  expect(check(status, more)).toEqual({ dueMs: 7, confirmations, confirmationsNeeded })
})
