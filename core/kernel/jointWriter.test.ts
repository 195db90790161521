import { jointWriterConformance } from "./jointWriter.conformance.ts"
import { MemoryEventStore } from "./MemoryEventStore.ts"

jointWriterConformance("the joint writer, in memory", async () => ({
  layer: MemoryEventStore,
  close: async () => {},
}))
