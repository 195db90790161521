import { MemoryEventStore } from "../store/MemoryEventStore.ts"
import { TestBalance } from "../testing/TestBalance.ts"
import { batchedWriter } from "./batchedWriter.ts"
import { jointWriterConformance } from "./jointWriter.conformance.ts"
import { writerConformance } from "./writer.conformance.ts"
import { writer } from "./writer.ts"

const open = async () => ({ layer: MemoryEventStore, close: async () => {} })

writerConformance("the writer, in memory", writer(TestBalance), open)
writerConformance("the writer of mostly new streams, in memory", writer(TestBalance, { isMostlyNew: true }), open)
writerConformance("the batched writer, in memory", batchedWriter(TestBalance), open)
jointWriterConformance("the joint writer, in memory", open)
