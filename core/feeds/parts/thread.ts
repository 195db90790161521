import { parentPort, workerData } from "node:worker_threads"
import type { PartDocument, PartKind } from "./ItemPart.ts"
import { readerOf } from "./readPart.ts"

/** The program of a part thread: reports that it has started, reads one document, and ends. */
const port = parentPort
if (port === null) throw new Error("this module is run by a thread")
const { kind, document } = workerData as { readonly kind: PartKind; readonly document: PartDocument }
const read = await readerOf(kind)
port.postMessage("ready")
port.postMessage(read(document))
