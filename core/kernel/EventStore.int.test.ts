import { eventStoreConformance } from "./EventStore.conformance.ts"
import { postgresStore } from "./testing/postgresStore.ts"

eventStoreConformance("the event store on PostgreSQL", postgresStore)
