import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** A child process of a test: a module of this folder. */
export const startChild = (module: string, ...parameters: ReadonlyArray<string>) => {
  const path = fileURLToPath(new URL(`./${module}`, import.meta.url))
  const child: ChildProcess = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", path, ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  let errors = ""
  const listeners = new Set<() => void>()
  child.stdout?.on("data", (data) => {
    output += data
    for (const listener of listeners) listener()
  })
  child.stderr?.on("data", (data) => {
    errors += data
  })
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  return {
    ended,
    errors: () => errors,
    output: () => output,
    /** Settles when the child has written this text, or has ended. */
    wrote: (text: string) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!output.includes(text)) return
          listeners.delete(check)
          resolve()
        }
        listeners.add(check)
        check()
        void ended.then(() => resolve())
      }),
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    },
  }
}
