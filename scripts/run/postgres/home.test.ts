import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { postgresHome } from "./home.ts"

// A user who owns nothing here, so that only the permissions of others apply.
const account = { name: "stranger", uid: 65_123, gid: 65_123 }

let root: string
let system: string
const checkout = (name: string) => join(root, name, ".quire")
const home = (name: string) => {
  const place = postgresHome(checkout(name), account, system)
  mkdirSync(place, { recursive: true })
  return place
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "quire-home-"))
  chmodSync(root, 0o755)
  system = join(root, "system")
  for (const name of ["open", "closed"]) mkdirSync(join(root, name))
  chmodSync(join(root, "closed"), 0o700)
})

afterEach(() => rmSync(root, { recursive: true }))

describe("postgresHome", () => {
  it("is inside a checkout that PostgreSQL can access", () => {
    expect(home("open")).toBe(join(checkout("open"), "postgres"))
  })

  it("is outside a checkout that PostgreSQL cannot access, and the same at every call", () => {
    expect(home("closed")).toMatch(new RegExp(`^${system}/[0-9a-f]{12}/postgres$`))
    expect(home("closed")).toBe(home("closed"))
  })

  it("is found again after the checkout moved", () => {
    const before = home("closed")
    renameSync(join(root, "closed"), join(root, "moved"))
    expect(home("moved")).toBe(before)
    chmodSync(join(root, "moved"), 0o755)
    expect(home("moved")).toBe(before)
  })

  it("is different for a copy of the checkout", () => {
    const original = home("closed")
    mkdirSync(checkout("copy"), { recursive: true })
    chmodSync(join(root, "copy"), 0o700)
    writeFileSync(join(checkout("copy"), "postgres-home"), original)
    expect(home("copy")).not.toBe(original)
    expect(home("closed")).toBe(original)
  })

  it("moves the data if an accessible checkout became inaccessible", () => {
    writeFileSync(join(home("open"), "data"), "precious")
    chmodSync(join(root, "open"), 0o700)
    const outside = home("open")
    expect(outside.startsWith(system)).toBe(true)
    expect(existsSync(join(outside, "data"))).toBe(true)
    expect(existsSync(join(checkout("open"), "postgres"))).toBe(false)
  })
})
