import { parentPort } from "node:worker_threads"

/** A reading thread that does what the document says: `spin` forever, `fill` the memory, `throw`, or answer. */
const port = parentPort
port?.on("message", ({ document }: { readonly document: { readonly bytes: Uint8Array } }) => {
  const word = new TextDecoder().decode(document.bytes)
  while (word === "spin");
  const held: Array<ReadonlyArray<number>> = []
  while (word === "fill") held.push(Array.from({ length: 100_000 }, (_, index) => index + held.length))
  if (word === "die") process.exit(1)
  port.postMessage(word === "throw" ? { fault: "Error: it threw" } : { reason: "page" })
})
port?.postMessage("ready")
