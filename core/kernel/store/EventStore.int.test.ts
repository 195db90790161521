import { postgresStore } from "../testing/postgresStore.ts"
import { eventStoreConformance } from "./EventStore.conformance.ts"

eventStoreConformance("the event store on PostgreSQL", postgresStore)
