import { MemoryEventStore } from "../store/MemoryEventStore.ts"
import { jointWriterConformance } from "./jointWriter.conformance.ts"

jointWriterConformance("the joint writer, in memory", async () => ({
  layer: MemoryEventStore,
  close: async () => {},
}))
