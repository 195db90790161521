import { execFileSync } from "node:child_process"
import { accessSync, chownSync, constants, existsSync, readFileSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"

/** The account that runs PostgreSQL. Without `uid` and `gid` it is the current user. */
export interface Account {
  readonly name: string
  readonly uid?: number
  readonly gid?: number
}

const NAME = "postgres"

/**
 * Returns the account for PostgreSQL, which refuses to run as root. Root uses the user `postgres`, created if missing.
 * Data created by an ordinary user keeps its owner: pass its directory to get that owner.
 */
export function postgresAccount(data?: string): Account {
  if (process.getuid?.() !== 0) return { name: process.env["USER"] ?? "you" }
  const owner = data !== undefined && existsSync(data) ? statSync(data) : undefined
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  return find() ?? create()
}

/** Changes the owner of a file or directory to the account. Does nothing if the account is the current user. */
export function changeOwner(path: string, account: Account): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
}

/** True if the account can traverse `path` and every directory above it. */
export function isReachable(path: string, account: Account): boolean {
  if (account.uid === undefined) return true
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && !mayEnter(at, account)) return false
    if (at === dirname(at)) return true
  }
}

function mayEnter(path: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(path)
  const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & execute) !== 0
}

function find(): Account | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${NAME}:`))
  const [name, , uid, gid] = line?.split(":") ?? []
  return name && uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}

function create(): Account {
  const ways: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", NAME]],
    ["adduser", ["-S", "-D", "-H", "-s", "/bin/false", NAME]],
  ]
  for (const [program, parameters] of ways) {
    const path = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"].map((dir) => `${dir}/${program}`).find(isProgram)
    if (!path) continue
    execFileSync(path, parameters, { stdio: "pipe" })
    const account = find()
    if (account) return account
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user "${NAME}" could not be created. ` +
      "Create it, or start Quire as an ordinary user, or set DATABASE_URL to a server of your own.",
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
