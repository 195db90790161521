import { parentPort } from "node:worker_threads"
import { Result } from "effect"
import { type AboutDocument, type DocumentToRead, readFeed } from "../readFeed.ts"
import type { ThreadAnswer } from "./ReadingThreads.ts"

/** What a reading thread runs: one document after the other, as they are sent to it. */

const answer = (document: DocumentToRead, about: AboutDocument): ThreadAnswer => {
  try {
    return Result.match(readFeed(document, about), {
      onSuccess: (read) => ({ read }),
      onFailure: ({ reason }) => ({ reason }),
    })
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const port = parentPort
if (port === null) throw new Error("this module is run by a thread")
port.on("message", ({ document, about }: { readonly document: DocumentToRead; readonly about: AboutDocument }) =>
  port.postMessage(answer(document, about)),
)
port.postMessage("ready")
