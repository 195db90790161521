import { Purse } from "../testing/Purse.ts"
import { postgresStore } from "../testing/postgresStore.ts"
import { batchedWriter } from "./batchedWriter.ts"
import { jointWriterConformance } from "./jointWriter.conformance.ts"
import { writerConformance } from "./writer.conformance.ts"
import { writer } from "./writer.ts"

writerConformance("the writer, on PostgreSQL", writer(Purse), postgresStore)
writerConformance("the batched writer, on PostgreSQL", batchedWriter(Purse), postgresStore)
jointWriterConformance("the joint writer, on PostgreSQL", postgresStore)
