import { chmodSync, existsSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { inProcessSigner } from "./inProcessSigner.ts"
import { type Keys, makeKeys } from "./Keys.ts"
import { NOBODY_PINNED, readPinnedFile } from "./PinnedOperators.ts"
import { parseSeed, readSeedFile, SeedProblem } from "./Seed.ts"
import type { Signer } from "./Signer.ts"
import { fileStore, memoryStore } from "./SigningState.ts"
import { type LimitPerChain, parseSpendingLimits, SpendingLimits } from "./SpendingLimits.ts"
import { serveSigner } from "./serveSigner.ts"

/** The signer's group contains only the worker's user. */
const SOCKET_MODE = 0o660

/**
 * The signer: a separate process, the only one that ever holds private keys. It has no access to the database or the
 * network. As a child of the worker it serves standard input and output and ends with it. With WALLET_SIGNER it listens
 * on that Unix socket and runs as a separate user that the operator chose.
 */
function main(env: NodeJS.ProcessEnv): void {
  const seed = env["WALLET_SEED"]
    ? parseSeed(env["WALLET_SEED"])
    : readSeedFile(env["WALLET_SEED_FILE"] ?? "", { create: env["WALLET_SEED_CREATE"] === "1" })
  delete env["WALLET_SEED"]
  const signer = openGuarded(makeKeys(seed), env)
  const path = env["WALLET_SIGNER"]
  if (!path) {
    // A terminal sends Ctrl-C to the worker too, which may need signatures until it has drained and closes the
    // connection.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined)
    serveSigner(signer, process.stdin, process.stdout)
    return
  }
  rmSync(path, { force: true })
  process.umask(0o117)
  const server = createServer((socket) => {
    // A client that has disconnected gets no response.
    socket.on("error", () => socket.destroy())
    serveSigner(signer, socket, socket)
  })
  server.listen(path, () => chmodSync(path, SOCKET_MODE))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(0))
}

/** The signer with its limits, their state, and the operators whose approvals it accepts. */
function openGuarded(keys: Keys, env: NodeJS.ProcessEnv): Signer {
  const limits = limitsOf(env["WALLET_SIGNER_LIMITS"])
  const [state, operators] = [env["WALLET_SIGNER_STATE"], env["WALLET_SIGNER_OPERATORS"]]
  if (!state && Object.keys(limits).length > 0)
    throw new SeedProblem("WALLET_SIGNER_LIMITS needs WALLET_SIGNER_STATE, a file that outlives this process")
  const store = state ? fileStore(state) : memoryStore()
  // A state that cannot be read has to show now, not at the first payment.
  store.load()
  // Without a file nobody is pinned; once there is one, it has to be right.
  const pinned = () => (operators && existsSync(operators) ? readPinnedFile(operators) : NOBODY_PINNED)
  pinned()
  return inProcessSigner(keys, new SpendingLimits(limits, { store }), pinned)
}

function limitsOf(text: string | undefined): LimitPerChain {
  if (!text?.trim()) return {}
  try {
    return parseSpendingLimits(text)
  } catch (error) {
    throw new SeedProblem((error as Error).message)
  }
}

try {
  main(process.env)
} catch (error) {
  if (!(error instanceof SeedProblem)) throw error
  console.error(`The signer does not start: ${error.message}.`)
  process.exitCode = 1
}
