import { parentPort, workerData } from "node:worker_threads"
import { extractArticle, type PageToRead } from "./extractArticle.ts"

/** What an article thread runs: it says that it has started, reads one page, then it ends. */
const port = parentPort
if (port === null) throw new Error("this module is run by a thread")
port.postMessage("ready")
port.postMessage(extractArticle(workerData as PageToRead))
