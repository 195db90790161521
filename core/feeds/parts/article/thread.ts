import { parentPort, workerData } from "node:worker_threads"
import { extractArticle, type PageToRead } from "./extractArticle.ts"
import { READY } from "./ready.ts"

/** What an article thread runs: one page, then it ends. */
const port = parentPort
if (port === null) throw new Error("this module is run by a thread")
port.postMessage(READY)
port.postMessage(extractArticle(workerData as PageToRead))
