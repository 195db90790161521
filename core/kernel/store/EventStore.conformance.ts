import { describe } from "vitest"
import { describeBatches } from "../testing/conformance/batches.ts"
import { describeBounds } from "../testing/conformance/bounds.ts"
import { describeKept } from "../testing/conformance/durability.ts"
import { describeHistory } from "../testing/conformance/history.ts"
import { describeLog } from "../testing/conformance/log.ts"
import { describeReceipts } from "../testing/conformance/receipts.ts"
import { makeKit, type StoreUnderTest } from "../testing/conformance/StoreKit.ts"
import { describeStreams } from "../testing/conformance/streams.ts"
import { describeTogether } from "../testing/conformance/together.ts"
import { describeVersions } from "../testing/conformance/versions.ts"

/** The contract of every event store, as tests; run once per layer. */
export const eventStoreConformance = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(name, () => {
    const kit = makeKit(open)
    describeVersions(kit)
    describeStreams(kit)
    describeReceipts(kit)
    describeBatches(kit)
    describeTogether(kit)
    describeKept(kit)
    describeLog(kit)
    describeBounds(kit)
    describeHistory(kit)
  })
}
