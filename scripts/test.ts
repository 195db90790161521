import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"
import { ensureChromium, findHeadlessShell } from "./run/chromium.ts"
import { ensureLitecoind } from "./run/litecoin.ts"
import { root } from "./run/root.ts"
import { readCounts, summary } from "./testing/counts.ts"

/**
 * `npm test`: unit tests, tests with PostgreSQL, tests in a browser. Arguments go to Vitest: `npm test -- core/feeds`,
 * `npm test -- --project unit -t "follow"`. The last lines name flaky tests and count the results. Without arguments
 * everything runs except the projects `long` and `demo`, and tests with the tag `long`.
 */
const DEFAULT_PROJECTS = ["unit", "islands", "int", "e2e"]
const given = process.argv.slice(2)
const parameters =
  given.length > 0 ? given : [...DEFAULT_PROJECTS.map((name) => `--project=${name}`), "--tags-filter=!long"]
const directory = mkdtempSync(join(tmpdir(), "quire-counts-"))
const counts = join(directory, "counts.json")
const chromium = ensureChromium(console.log)
const shell = findHeadlessShell() ?? chromium
// Tests against a real node find it themselves, or are skipped by name.
ensureLitecoind(console.log)
const vitest = spawn(
  process.execPath,
  [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--reporter=default",
    `--reporter=${join(root, "scripts", "testing", "CountReporter.ts")}`,
    ...parameters,
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell, QUIRE_TEST_COUNTS: counts },
  },
)
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => vitest.kill(signal))
const [code, signal] = (await once(vitest, "exit")) as [number | null, NodeJS.Signals | null]

const result = readCounts(counts)
rmSync(directory, { recursive: true })
console.log(summary(result))
const exit = code ?? 128 + constants.signals[signal ?? "SIGTERM"]
process.exit(exit === 0 && result.failed > 0 ? 1 : exit)
