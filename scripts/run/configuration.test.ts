import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { configurationTable, envExample } from "./configuration.ts"
import { root } from "./root.ts"

const text = (path: string) => readFileSync(join(root, path), "utf8")

// If this fails, a variable changed: run `npm run document`.
it("lists every variable in .env.example", () => {
  expect(text(".env.example")).toBe(envExample())
})

it("lists every variable in docs/operations.md", () => {
  expect(text("docs/operations.md")).toContain(configurationTable())
})
