import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./run/root.ts"

const run = (...parameters: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [join(root, "scripts", "run.mjs"), ...parameters], { encoding: "utf8" })

it("keeps the exit code of the command and passes its parameters on", () => {
  const { status, stderr } = run("check", "no-such-step")
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("There is no step no-such-step. The steps are: astro, "),
  ])
})

it.each(["nonsense", "../start", ""])("refuses the unknown command %j", (name) => {
  const { status, stderr } = run(name)
  expect([status, stderr.trim()]).toEqual([1, `There is no command "${name}".`])
})

type Packages = Readonly<Record<string, object | undefined>>
type FindLockChange = (before: Packages, after: Packages) => string | undefined

describe("the comparison of package-lock.json before and after an install", async () => {
  const script = new URL("./setup.mjs", import.meta.url).href
  const { findLockChange } = (await import(script)) as { readonly findLockChange: FindLockChange }
  const old = { "": { version: "1.0.0" }, "node_modules/a": { version: "2.0.0", integrity: "sha512-a" } }

  it("accepts the same packages", () => {
    expect(findLockChange(old, structuredClone(old))).toBeUndefined()
  })

  it.each([
    ["another version", { "node_modules/a": { version: "2.0.1", integrity: "sha512-a" } }, "2.0.1 sha512-a"],
    ["another checksum", { "node_modules/a": { version: "2.0.0", integrity: "sha512-b" } }, "2.0.0 sha512-b"],
    ["a removed package", { "node_modules/a": undefined }, "missing"],
  ])("reports %s", (_, change, now) => {
    expect(findLockChange(old, { ...old, ...change })).toBe(`node_modules/a: 2.0.0 sha512-a -> ${now}`)
  })

  it("reports an added package", () => {
    const added = { ...old, "node_modules/b": { version: "1.0.0", integrity: "sha512-b" } }
    expect(findLockChange(old, added)).toBe("node_modules/b: missing -> 1.0.0 sha512-b")
  })

  it("ignores builds for other platforms that only one side lists, but reports a changed package that both list", () => {
    const build = (version: string) => ({ version, integrity: "sha512-c", optional: true })
    expect(findLockChange(old, { ...old, "node_modules/c-darwin": build("1.0.0") })).toBeUndefined()
    expect(findLockChange({ ...old, "node_modules/c-darwin": build("1.0.0") }, old)).toBeUndefined()
    const both = (version: string) => ({ ...old, "node_modules/c-darwin": build(version) })
    expect(findLockChange(both("1.0.0"), both("1.0.1"))).toBe("node_modules/c-darwin: 1.0.0 sha512-c -> 1.0.1 sha512-c")
  })
})
