import { rmSync } from "node:fs"
import { createServer, request } from "node:http"
import { join } from "node:path"
import type { Child } from "./Child.ts"

/** Where the supervisor of a data directory takes commands. Only its user may connect. */
export const controlSocket = (dataDirectory: string): string => join(dataDirectory, "supervisor.sock")

/** Bytes of a socket's path on Linux, with the final zero (sockaddr_un). A longer path would be cut without an error. */
const SOCKET_PATH_BYTES_MAX = 107

const OWNER_ONLY = 0o177

/** The processes that ran before and after a restart. */
export type Restarted = { readonly name: string; readonly before: number | null; readonly after: number | null }

/**
 * Takes commands of the operators' CLI for the processes of this machine. Returns a function that stops it.
 * @param beforeRestart if it fails, the process is not restarted
 */
export async function takeCommands(
  dataDirectory: string,
  children: ReadonlyArray<Child>,
  { warn, beforeRestart }: { readonly warn: (line: string) => void; readonly beforeRestart: () => Promise<void> },
): Promise<() => Promise<void>> {
  const path = controlSocket(dataDirectory)
  if (Buffer.byteLength(path) > SOCKET_PATH_BYTES_MAX) {
    warn(`The path of ${path} is too long for a socket: npm run ops -- restart does not work here.`)
    return async () => undefined
  }
  const server = createServer((asked, answer) => {
    const respond = (status: number, body: object) =>
      answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    const name = /^\/restart\/([a-z]+)$/.exec(asked.url ?? "")?.[1]
    const child = children.find((each) => each.name === name)
    if (asked.method !== "POST" || child === undefined)
      return void respond(404, { error: "No such process runs here." })
    const before = child.pid() ?? null
    const restarting = beforeRestart().then(() => child.replace())
    restarting.then(
      () => respond(200, { name: child.name, before, after: child.pid() ?? null } satisfies Restarted),
      (error: Error) => respond(500, { error: error.message }),
    )
  })
  // Left behind by a killed supervisor; the lock says that no other one runs.
  rmSync(path, { force: true })
  const umask = process.umask(OWNER_ONLY)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(path, resolve)
    })
  } finally {
    process.umask(umask)
  }
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

/** Why the supervisor did not carry out a command. */
export class NotRestarted extends Error {
  override readonly name = "NotRestarted"
}

/**
 * Asks the supervisor of a data directory to restart a process, and waits until the previous one has ended.
 * @throws NotRestarted if no supervisor runs there, it runs no such process, or the new process did not become ready
 */
export const requestRestart = (dataDirectory: string, name: string): Promise<Restarted> =>
  new Promise((resolve, reject) => {
    const refuse = (message: string) => reject(new NotRestarted(message))
    const asked = request({ socketPath: controlSocket(dataDirectory), method: "POST", path: `/restart/${name}` })
    asked.once("error", () => refuse(`Quire does not run in ${dataDirectory}, or was started by another user.`))
    asked.once("response", (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("data", (chunk) => {
        text += chunk
      })
      answer.once("error", () => refuse("The supervisor ended meanwhile."))
      answer.once("end", () => {
        const body = JSON.parse(text) as Restarted | { readonly error: string }
        if ("error" in body) refuse(body.error)
        else resolve(body)
      })
    })
    asked.end()
  })
