// Plain JavaScript without dependencies: it runs before anything is installed, on Node 18 or newer.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node that the product runs on; one of the packages contains it. */
export const node = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node")

const lockFile = join(root, "package-lock.json")
/** Runs after the install (`postinstall`); a change to it requires a new install. */
const patchScript = join(root, "scripts", "patchDriver.mjs")
const stampFile = join(root, "node_modules", ".quire-installed")
const busyDirectory = join(root, ".quire", "installing")

/** Installs the packages if they are missing or older than the lock file. */
export async function setup() {
  if (isInstalled()) return
  await alone(() => {
    if (!isInstalled()) install()
  })
}

function isInstalled() {
  return existsSync(node) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp()
}

function stamp() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`)
  return hash.update(readFileSync(lockFile)).update(readFileSync(patchScript)).digest("hex")
}

function install() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const before = readFileSync(lockFile, "utf8")
  console.log("Installing packages; this takes about a minute the first time.")
  // npm skips packages whose `engines` the running Node does not meet, so npm itself has to run on the right one.
  const flags = ["--no-progress", "--loglevel=error"]
  const npm = ["exec", "--yes", `--package=node@${devDependencies.node}`, "--", "npm", "install", ...flags]
  const { status, error } = spawnSync("npm", npm, { cwd: root, stdio: "inherit", shell: process.platform === "win32" })
  if (error) fail(`npm could not be run: ${error.message}`)
  if (status !== 0)
    fail(`npm install ended with code ${status}. Its message is above; the next try starts from the beginning.`)

  const after = readFileSync(lockFile, "utf8")
  if (after !== before) writeFileSync(lockFile, before)
  const change = findLockChange(JSON.parse(before).packages, JSON.parse(after).packages)
  if (change !== undefined) {
    fail(
      "npm installed other packages than package-lock.json lists, so they are not the ones that were tested. " +
        `The file was restored. The first difference: ${change}.`,
    )
  }
  if (!existsSync(node)) fail("The package `node` brought no program: were install scripts forbidden?")
  writeFileSync(stampFile, stamp())
}

/** Runs the install in one process at a time; takes over the lock of a killed process. */
async function alone(work) {
  mkdirSync(dirname(busyDirectory), { recursive: true })
  const ownerFile = join(busyDirectory, "pid")
  for (;;) {
    try {
      mkdirSync(busyDirectory)
      break
    } catch (error) {
      if (error.code !== "EEXIST") throw error
      await new Promise((resolve) => setTimeout(resolve, 300))
      if (existsSync(ownerFile) && !isAlive(Number(readFileSync(ownerFile, "utf8")))) {
        rmSync(busyDirectory, { recursive: true, force: true })
      }
    }
  }
  try {
    writeFileSync(ownerFile, String(process.pid))
    work()
  } finally {
    rmSync(busyDirectory, { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

/**
 * The first package whose version or checksum changed, or undefined. Optional packages are ignored: which builds for
 * other platforms a lock file lists depends on the version of npm and on the registry, and none of them is installed.
 */
export function findLockChange(before, after) {
  const summaryOf = (entry) => (entry ? `${entry.version} ${entry.integrity}` : "missing")
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if ((before[path] ?? after[path]).optional && !(before[path] && after[path])) continue
    const [old, now] = [summaryOf(before[path]), summaryOf(after[path])]
    if (old !== now) return `${path || "this package"}: ${old} -> ${now}`
  }
  return undefined
}

/** Removes the lock directory and exits. */
function fail(message) {
  rmSync(busyDirectory, { recursive: true, force: true })
  console.error(message)
  process.exit(1)
}
