import { once } from "node:events"
import { Socket } from "node:net"
import { createInterface } from "node:readline"
import { ManagedRuntime } from "effect"
import { Sql } from "#core/kernel"
import { killableLayer, perform, type Task } from "./killable.ts"

/**
 * A process that executes one task, and ends itself like `kill -9` at one of its messages to the database: before it is
 * sent, or as soon as it was. Whatever the task waits for is such a message.
 */
const [url = "", name = ""] = process.argv.slice(2)
const runtime = ManagedRuntime.make(killableLayer(url, name))
const { client: sql } = await runtime.runPromise(Sql)
await sql`select 1`

const lines = createInterface({ input: process.stdin })
lines.on("close", () => process.exit(1))
const [line] = await once(lines, "line")
const { task, message, isSent }: { task: Task; message: number; isSent: boolean } = JSON.parse(String(line))

const kill = () => process.kill(process.pid, "SIGKILL")
const { write } = Socket.prototype
let messages = 0
Socket.prototype.write = function (this: Socket, ...given: ReadonlyArray<unknown>) {
  messages += 1
  if (messages === message && !isSent) kill()
  const [data] = given
  if (messages !== message) return Reflect.apply(write, this, given) as boolean
  return Reflect.apply(write, this, [data, kill]) as boolean
} as typeof write
await runtime.runPromise(perform(task))
process.exit(0)
