// npm start, test, check and the other commands: `node scripts/run.mjs COMMAND [arguments]`. Runs the setup with any
// Node and then scripts/COMMAND.ts with the Node from the packages.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { join } from "node:path"
import { node, root, setup } from "./setup.mjs"

const PARENT_CHECK_MS = 1000
/** Commands that load most of the product (scripts/run/bundledCommand.ts). */
const BUNDLED = new Set(["start", "dev", "ops"])

const [command = "", ...parameters] = process.argv.slice(2)
const [major] = process.versions.node.split(".").map(Number)

if (major < 18) {
  console.error(`Quire's commands need Node 18 or newer to begin with; this is ${process.version}.`)
  process.exit(1)
}

await setup()
if (command === "setup") console.log("All packages are installed.")
else run(join(root, "scripts", `${command}.ts`))

function run(entry) {
  if (!/^[a-z-]+$/.test(command) || !existsSync(entry)) {
    console.error(`There is no command "${command}".`)
    process.exit(1)
  }
  const flags = ["--disable-warning=ExperimentalWarning"]
  if (existsSync(join(root, ".env"))) flags.push("--env-file=.env")
  // The open channel tells the command at once that this process has exited, for whatever reason.
  const program = BUNDLED.has(command) ? [join(root, "scripts", "run", "launch.ts"), command] : [entry]
  const child = spawn(node, [...flags, ...program, ...parameters], {
    cwd: root,
    // The compile cache halves the start time of every process and thread.
    env: { NODE_COMPILE_CACHE: join(root, ".quire", "compile-cache"), ...process.env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  })

  let isTold = false
  const tell = (signal) => {
    isTold = true
    child.kill(signal)
  }
  // In a terminal, Ctrl-C reaches the command directly.
  process.on("SIGINT", () => process.stdin.isTTY || tell("SIGINT"))
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => tell(signal))
  child.on("error", (error) => {
    console.error(`${node} could not be run: ${error.message}`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))

  // If npm is killed by force, it cannot signal us, and the command must not run on as an orphan. The scripts of
  // package.json use `exec`, so that no shell stands between npm and this process.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => isTold || process.ppid === parent || tell("SIGTERM"), PARENT_CHECK_MS).unref()
  }
}
