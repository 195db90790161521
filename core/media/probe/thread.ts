import { createHash } from "node:crypto"
import { parentPort, workerData } from "node:worker_threads"
import { fileNameOf, openMediaStorage } from "../storage/MediaStorage.ts"
import { readParts } from "../uploads/partsFile.ts"
import { type FileReader, UnfitFile } from "./FileReader.ts"
import { applyPatches } from "./Patch.ts"
import { probeFile } from "./probeFile.ts"
import type { ProbeJob, ThreadMessage } from "./probeInThread.ts"

/** The program of a thread that examines one uploaded file, and stores it without private metadata if it is accepted. */

const port = parentPort
if (port === null) throw new Error("this module is run by a thread")
const send = (message: ThreadMessage) => port.postMessage(message)

const { place, mediaId, bytes, parts } = workerData as ProbeJob
const storage = openMediaStorage(place)

const file: FileReader = {
  length: bytes,
  read: async (first, length) => {
    const pieces: Array<Uint8Array> = []
    const last = Math.min(first + length, bytes) - 1
    if (first <= last) for await (const piece of readParts(storage, parts, { first, last })) pieces.push(piece)
    return Buffer.concat(pieces)
  },
}

try {
  const { probed, patches } = await probeFile(file)
  send({ probed })
  const hash = createHash("sha256")
  const hashed = async function* () {
    const whole = readParts(storage, parts, { first: 0, last: bytes - 1 })
    for await (const piece of applyPatches(whole, patches)) {
      hash.update(piece)
      yield piece
    }
  }
  const stored = await storage.writeStream(fileNameOf(mediaId), hashed())
  if (stored !== bytes) throw new Error(`${stored} of ${bytes} bytes were stored`)
  send({ digest: hash.digest("base64url") })
} catch (error) {
  if (error instanceof UnfitFile) send({ problem: error.problem, detail: error.detail })
  else send({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
