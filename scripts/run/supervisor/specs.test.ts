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
