import { describe } from "vitest"
import type { Network } from "./networks.ts"
import { describeBooks } from "./testing/conformance/books.ts"
import { type ChainUnderTest, makeKit } from "./testing/conformance/ChainKit.ts"
import { describeDeposits } from "./testing/conformance/deposits.ts"
import { describePayments } from "./testing/conformance/payments.ts"
import { describeUndone } from "./testing/conformance/undone.ts"

/**
 * The contract of every chain engine, as tests; run once per engine and network. All tests of a run share one chain,
 * with an account and watched scripts of their own.
 */
export const chainConformance = (name: string, network: Network, open: () => Promise<ChainUnderTest>): void => {
  describe(name, () => {
    const kit = makeKit(network, open)
    describeDeposits(kit)
    describeUndone(kit)
    describePayments(kit)
    describeBooks(kit)
  })
}
