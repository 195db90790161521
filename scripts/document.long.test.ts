import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { benchmarkTables } from "./bench/lib/record.ts"
import { root } from "./run/root.ts"

it("docs/benchmarks.md shows the goals of all benches and the recorded figures: run npm run document", async () =>
  expect(readFileSync(join(root, "docs", "benchmarks.md"), "utf8")).toContain(await benchmarkTables()))
