import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"
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

it.each(["nonsense", "../start", ""])("knows no command %j", (name) => {
  const { status, stderr } = run(name)
  expect([status, stderr.trim()]).toEqual([1, `There is no command "${name}".`])
})
