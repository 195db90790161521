import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import type { Answer } from "./Operation.ts"
import type { WalletProcess } from "./WalletProcess.ts"

/** Opens a wallet process as a separate process of the system. A crash is `kill -9`, followed by a replacement. */
export const forkProcess = async (program: string, url: string, name: string): Promise<WalletProcess> => {
  let requested = 0
  let isClosed = false
  const start = async () => {
    const child = fork(program, [url, name], { execArgv: [] })
    const waiting = new Map<number, (answer: Answer) => void>()
    await once(child, "message")
    child.on("message", ({ number, answer }: { readonly number: number; readonly answer: Answer }) => {
      waiting.get(number)?.(answer)
      waiting.delete(number)
    })
    child.once("exit", (code) => {
      if (!isClosed) current = code === null ? start() : Promise.reject(new Error(`${name} ended with code ${code}`))
      for (const answer of waiting.values()) answer({ tag: "Lost", detail: "killed" })
      waiting.clear()
    })
    return { child, waiting }
  }
  const kill = async (child: ChildProcess) => {
    const ended = once(child, "exit")
    if (child.kill("SIGKILL")) await ended
  }
  let current = start()
  await current
  return {
    name,
    request: async (what) => {
      const { child, waiting } = await current
      const number = requested++
      return new Promise((resolve) => {
        waiting.set(number, resolve)
        child.send({ number, requested: what }, (error) => {
          if (error && waiting.delete(number)) resolve({ tag: "Lost", detail: error.message })
        })
      })
    },
    crash: async () => kill((await current).child),
    close: async () => {
      isClosed = true
      await kill((await current).child)
    },
  }
}
