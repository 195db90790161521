import { parentPort } from "node:worker_threads"
import { Result } from "effect"
import { type AboutDocument, type DocumentToRead, readFeed, readFeedAgain } from "../readFeed.ts"
import type { ThreadAnswer } from "./ReadingThreads.ts"

/** The program of a reading thread: it reads one document after the other, as they are sent to it. */

const answer = async (document: DocumentToRead, about: AboutDocument): Promise<ThreadAnswer> => {
  try {
    const first = readFeed(document, about)
    if (Result.isSuccess(first) && first.success.items.length > 0) return { read: first.success }
    if (Result.isFailure(first) && !DAMAGED.has(first.failure.reason)) return { reason: first.failure.reason }
    const second = await readFeedAgain(document, about)
    if (typeof second !== "string") return { read: second, secondReader: "helped" }
    const outcome = Result.isSuccess(first) ? { read: first.success } : { reason: first.failure.reason }
    return second === "not-offered" ? outcome : { ...outcome, secondReader: "failed" }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Refusals that a damaged feed may cause. */
const DAMAGED: ReadonlySet<string> = new Set(["other-xml", "page", "unknown"])

const port = parentPort
if (port === null) throw new Error("this module is run by a thread")
port.on("message", ({ document, about }: { readonly document: DocumentToRead; readonly about: AboutDocument }) => {
  void answer(document, about).then((outcome) => port.postMessage(outcome))
})
port.postMessage("ready")
