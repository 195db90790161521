import { Result } from "effect"
import { expect, it } from "vitest"
import { readSettings } from "#core/kernel"
import { roleSpecs } from "./specs.ts"

it("passes the seed of all keys only to the worker", () => {
  const settings = Result.getOrThrow(readSettings({}))
  for (const mode of ["start", "dev"] as const) {
    const specs = roleSpecs(settings, mode, { WALLET_SEED: "ab".repeat(32), PATH: "/bin" })
    const withSeed = specs.filter(({ env }) => env["WALLET_SEED"] !== undefined).map(({ name }) => name)
    expect(withSeed).toEqual(["worker"])
    expect(specs.every(({ env }) => env["PATH"] === "/bin")).toBe(true)
  }
})

it("gives the console its own connection string alone, and that one to no other process", () => {
  const settings = Result.getOrThrow(readSettings({}))
  const env = { DATABASE_URL: "owner", DATABASE_REPLICA_URL: "replica", CONSOLE_DATABASE_URL: "console" }
  for (const mode of ["start", "dev"] as const) {
    const specs = roleSpecs(settings, mode, env)
    for (const { name, env: given } of specs) {
      const { DATABASE_URL, DATABASE_REPLICA_URL, CONSOLE_DATABASE_URL } = given
      expect([name, DATABASE_URL, DATABASE_REPLICA_URL, CONSOLE_DATABASE_URL]).toEqual(
        name === "console" ? [name, "console", undefined, undefined] : [name, "owner", "replica", undefined],
      )
    }
    expect(specs.map(({ name }) => name)).toContain("console")
  }
  const shared = roleSpecs(settings, "start", { DATABASE_URL: "owner" }).find(({ name }) => name === "console")
  expect(shared?.env["DATABASE_URL"]).toBe("owner")
})
