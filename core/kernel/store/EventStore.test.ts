import { eventStoreConformance } from "./EventStore.conformance.ts"
import { MemoryEventStore } from "./MemoryEventStore.ts"

eventStoreConformance("the event store in memory", async () => ({ layer: MemoryEventStore, close: async () => {} }))
