import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Operations } from "./operations.ts"

type Answer = { readonly result: unknown } | { readonly error: string }

/** A load generator process. */
export type Generator = {
  readonly [Name in keyof Operations]: (
    ...input: Parameters<Operations[Name]>
  ) => Promise<Awaited<ReturnType<Operations[Name]>>>
} & { readonly close: () => void }

/** Ends with this process. */
export const startGenerator = (): Generator => {
  const child = fork(join(import.meta.dirname, "generatorProcess.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const ended = once(child, "exit").then((): [Answer] => [{ error: "the generator ended" }])
  const request = async (name: string, input: unknown): Promise<unknown> => {
    child.send({ name, input })
    const [answer] = (await Promise.race([once(child, "message"), ended])) as [Answer]
    if ("error" in answer) throw new Error(answer.error)
    return answer.result
  }
  const names: ReadonlyArray<keyof Operations> = ["open", "saturate", "steady", "request", "heartbeat", "storm"]
  const calls = names.map((name) => [name, (input: unknown) => request(name, input)] as const)
  const close = () => void child.kill()
  return { ...Object.fromEntries(calls), close } as unknown as Generator
}
