import { postgresStore } from "../testing/postgresStore.ts"
import { TestBalance } from "../testing/TestBalance.ts"
import { batchedWriter } from "./batchedWriter.ts"
import { jointWriterConformance } from "./jointWriter.conformance.ts"
import { writerConformance } from "./writer.conformance.ts"
import { writer } from "./writer.ts"

writerConformance("the writer, on PostgreSQL", writer(TestBalance), postgresStore)
writerConformance("the batched writer, on PostgreSQL", batchedWriter(TestBalance), postgresStore)
jointWriterConformance("the joint writer, on PostgreSQL", postgresStore)
