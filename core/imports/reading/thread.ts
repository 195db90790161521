import { parentPort, workerData } from "node:worker_threads"
import { readUpload } from "#core/media"
import { UnfitArchive } from "../archive/Archive.ts"
import { openArchive } from "../archive/openArchive.ts"
import { UnfitText } from "../convert/htmlToMarkdown.ts"
import type { ForeignEntry } from "../ForeignEntry.ts"
import { IMPORT_ENTRIES_MAX, IMPORT_PEOPLE_MAX } from "../limits.ts"
import { detectSource, READERS } from "../sources/detectSource.ts"
import type { EntryMessage, ReadJob, ReadMessage } from "./messages.ts"

/** The program of a thread that reads one archive. It sends one message for each request, so that it is never ahead. */

const port = parentPort
if (port === null) throw new Error("this module is run by a thread")

const { upload, name, siteUrl, filePrefix, bodiesFrom, skipped } = workerData as ReadJob

async function* read(): AsyncGenerator<ReadMessage> {
  const range = readUpload(upload)
  const archive = await openArchive({ length: upload.bytes, read: (first, last) => range({ first, last }) }, name)
  const source = await detectSource(archive)
  yield { source }
  let [entries, people] = [0, 0]
  for await (const found of READERS[source](archive, { siteUrl, filePrefix })) {
    if ("person" in found) {
      if (++people > IMPORT_PEOPLE_MAX) throw new UnfitArchive("long")
      yield found
      continue
    }
    if (entries >= IMPORT_ENTRIES_MAX) throw new UnfitArchive("manyEntries")
    yield await messageOf(found.entry, entries++)
  }
  yield { isDone: true }
}

const messageOf = async ({ head, body }: ForeignEntry, number: number): Promise<EntryMessage> => {
  if (head.problem !== null) return { number, head, body: null, problem: head.problem }
  if (skipped.includes(number)) return { number, head, body: null, problem: "complex" }
  if (bodiesFrom < 0 || number < bodiesFrom) return { number, head, body: null, problem: null }
  try {
    return { number, head, body: await body(), problem: null }
  } catch (error) {
    if (error instanceof UnfitText) return { number, head, body: null, problem: error.problem }
    if (error instanceof UnfitArchive) return { number, head, body: null, problem: "damaged" }
    throw error
  }
}

const messages = read()
let isOver = false
const answer = async (): Promise<void> => {
  if (isOver) return
  try {
    const { value, done } = await messages.next()
    if (done === true) isOver = true
    else port.postMessage(value)
  } catch (error) {
    isOver = true
    const sent: ReadMessage =
      error instanceof UnfitArchive
        ? { archiveProblem: error.problem }
        : { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    port.postMessage(sent)
  }
}
port.on("message", () => void answer())
