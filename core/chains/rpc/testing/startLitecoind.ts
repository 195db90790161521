import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import type { Litecoind } from "../../../../scripts/run/litecoin.ts"
import { freePort } from "../../../../scripts/run/ports.ts"
import { waitUntil } from "../../../../scripts/run/processes.ts"
import { networks } from "../../networks.ts"
import { UnknownAnswer } from "../answers.ts"
import { makeRpcClient } from "../RpcClient.ts"

/** A litecoind process with its own regtest chain. */
export interface RunningNode {
  /** URL with user name and password. */
  readonly url: string
  stop(): Promise<void>
}

const START_MS_MAX = 50_000
const STOP_MS_MAX = 5_000

/**
 * Starts a litecoind in regtest mode on a free port of this machine, without peers, in a temporary directory. It ends
 * with this process, however that ends.
 */
export async function startLitecoind({ program, env }: Litecoind): Promise<RunningNode> {
  const directory = mkdtempSync(join(tmpdir(), "quire-litecoind-"))
  const port = await freePort()
  const password = randomBytes(16).toString("hex")
  // Not on the command line, which every user of the machine can read.
  const settings = {
    rpcuser: "quire",
    rpcpassword: password,
    rpcport: port,
    rpcbind: "127.0.0.1",
    rpcallowip: "127.0.0.1",
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(directory, "litecoin.conf"), ["regtest=1", "[regtest]", ...lines, ""].join("\n"), { mode: 0o600 })
  const options = [
    `-datadir=${directory}`,
    "-server",
    "-listen=0",
    "-dnsseed=0",
    // Otherwise block 432 is refused, because it must contain a payment into MimbleWimble.
    "-vbparams=mweb:-2:0",
    "-keypool=5",
    "-fallbackfee=0.0002",
    "-printtoconsole=0",
    "-shrinkdebugfile=0",
  ]
  const [command, ...parameters] = [...ENDS_WITH_US, program, ...options]
  const child = spawn(command as string, parameters, { env, stdio: "ignore" })
  const node = { url: `http://quire:${password}@127.0.0.1:${port}`, stop: () => stop(child, directory) }
  if (await waitUntil(() => answers(node.url), START_MS_MAX)) return node
  await node.stop()
  throw new Error("litecoind did not start")
}

/** With setpriv (util-linux, as on Debian), Linux ends a child process with its parent. */
const ENDS_WITH_US =
  spawnSync("setpriv", ["--pdeathsig", "KILL", "true"], { stdio: "ignore" }).status === 0
    ? ["setpriv", "--pdeathsig", "KILL"]
    : []

async function stop(child: ChildProcess, directory: string): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  child.kill("SIGTERM")
  if (!(await waitUntil(hasEnded, STOP_MS_MAX))) child.kill("SIGKILL")
  await waitUntil(hasEnded, STOP_MS_MAX)
  rmSync(directory, { recursive: true, force: true })
}

const answers = (url: string): Promise<boolean> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const rpc = yield* makeRpcClient({ chain: networks.LTC.regtest.name, url })
        yield* rpc.call(UnknownAnswer, { method: "getblockcount", params: [] })
        return true
      }),
    ).pipe(Effect.catch(() => Effect.succeed(false))),
  )
