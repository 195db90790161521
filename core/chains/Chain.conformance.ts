import { describe } from "vitest"
import type { Network } from "./networks.ts"
import { describeBooks } from "./testing/conformance/books.ts"
import { type ChainUnderTest, makeKit } from "./testing/conformance/ChainKit.ts"
import { describeDeposits } from "./testing/conformance/deposits.ts"
import { describePayments } from "./testing/conformance/payments.ts"
import { describeUndone } from "./testing/conformance/undone.ts"

/**
 * What every chain engine promises, as tests: called once for each engine and network. They share one chain, whose account
 * and watched scripts are theirs alone.
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
