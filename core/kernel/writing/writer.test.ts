import { MemoryEventStore } from "../store/MemoryEventStore.ts"
import { Purse } from "../testing/Purse.ts"
import { batchedWriter } from "./batchedWriter.ts"
import { writerConformance } from "./writer.conformance.ts"
import { writer } from "./writer.ts"

const open = async () => ({ layer: MemoryEventStore, close: async () => {} })

writerConformance("the writer, in memory", writer(Purse), open)
writerConformance("the batched writer, in memory", batchedWriter(Purse), open)
