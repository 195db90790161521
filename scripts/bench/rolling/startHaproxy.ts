import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { programPaths } from "../../check/packaging/program.ts"
import { waitUntil } from "../../run/processes.ts"
import { root } from "../../run/root.ts"

/** Of Debian, which `ensureProgram` unpacks. */
const PROGRAM = "haproxy"
const UP_MS_MAX = 30_000
const OUTPUT_LENGTH_MAX = 20_000
/** Checks are more frequent than on machines of their own, so that a drain takes less of the run. */
const CHECK = "check inter 1s fall 4"

type Ports = { readonly public: number; readonly web: readonly [number, number]; readonly chat: number }

/**
 * Starts HAProxy with the published configuration, on loopback, without TLS and without the console.
 * @param home directory for its files
 */
export async function startHaproxy(home: string, ports: Ports) {
  const socket = join(home, "haproxy.sock")
  const file = join(home, "haproxy.cfg")
  writeFileSync(file, configurationFor(socket, `127.0.0.1:${ports.public}`))
  const env = {
    ...process.env,
    ...programPaths(PROGRAM),
    SITE_HOST: "site.invalid",
    CHAT_HOST: "chat.invalid",
    WEB_1: `127.0.0.1:${ports.web[0]}`,
    WEB_2: `127.0.0.1:${ports.web[1]}`,
    CHAT_1: `127.0.0.1:${ports.chat}`,
  }
  const child = spawn(PROGRAM, ["-f", file], { env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => {
      output = (output + part).slice(-OUTPUT_LENGTH_MAX)
    })
  const ended = once(child, "exit")
  return {
    /** Waits until it sends requests to a server again. */
    waitForServer: async (name: string) => {
      if (!(await waitUntil(async () => (await statusOf(socket, name)) === "UP", UP_MS_MAX)))
        throw new Error(`HAProxy does not take ${name} in:\n${output}`)
    },
    stop: async () => {
      end(child)
      await ended
    },
  }
}

const end = (child: ChildProcess) => {
  if (child.exitCode === null) child.kill("SIGTERM")
}

/** The published file, with other addresses. */
const configurationFor = (socket: string, address: string): string =>
  readFileSync(join(root, "scripts", "packaging", "haproxy.cfg"), "utf8")
    .replace("log stdout format raw local0", `stats socket ${socket}`)
    .replace(/^ {2}bind :80\n {2}bind :443 .*$/m, `  bind ${address}`)
    .replace(/^ {2}(?:http-request redirect|log global|option httplog|server chat-2).*\n/gm, "")
    .replace(/^frontend operators\n[\s\S]*?(?=^backend web)/m, "")
    .replace(/^backend console\n[\s\S]*$/m, "")
    .replace("check inter 2s fall 3", CHECK)
    // Within the file descriptors of an ordinary process.
    .replace("maxconn 40000", "maxconn 4000")

/** UP or something else; empty while HAProxy does not answer. */
const statusOf = (path: string, server: string): Promise<string> =>
  new Promise((resolve) => {
    let text = ""
    const socket = connect(path, () => void socket.write("show stat\n"))
    socket.setEncoding("utf8").on("data", (part) => {
      text += part
    })
    socket.once("error", () => resolve(""))
    socket.once("close", () => {
      const [head = "", ...rows] = text.split("\n")
      const at = head.split(",").indexOf("status")
      resolve(rows.map((row) => row.split(",")).find(([, name]) => name === server)?.[at] ?? "")
    })
  })
