import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"

type SinkMessage = { readonly port?: number; readonly to?: string }

/** Starts the mail server of the bench in a process of its own. */
export const startSink = async () => {
  const child = fork(fileURLToPath(new URL("sinkProcess.ts", import.meta.url)))
  const arrived = new Set<string>()
  const waiting = new Map<string, () => void>()
  const port = await new Promise<number>((resolve) => {
    child.on("message", ({ port: listening, to }: SinkMessage) => {
      if (listening !== undefined) resolve(listening)
      if (to === undefined) return
      arrived.add(to)
      waiting.get(to)?.()
    })
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Resolves once mail to this address has arrived. */
    arrival: (address: string) =>
      new Promise<void>((resolve) => {
        if (arrived.has(address)) resolve()
        else waiting.set(address, resolve)
      }),
    stop: () => {
      child.kill()
    },
  }
}
