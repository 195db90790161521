import { parentPort } from "node:worker_threads"
import { readReplyMail } from "./readReplyMail.ts"

/** The program of the thread that reads replies by mail, one after the other. */

const port = parentPort
if (port === null) throw new Error("this module is run by a thread")

port.on("message", (raw: Uint8Array) => {
  // What cannot be read is no mail; the thread goes on.
  readReplyMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
    .catch(() => null)
    .then((mail) => port.postMessage(mail))
})
