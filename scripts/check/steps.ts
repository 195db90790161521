import { problemIn } from "./command.ts"
import { dependencyProblems } from "./dependencies.ts"
import { messageProblems } from "./messages.ts"
import { migrationProblems } from "./migrations.ts"
import { moneyProblems } from "./money.ts"
import { packagingProblems } from "./packaging/index.ts"
import { requirementProblems } from "./requirements.ts"
import { sourceProblems } from "./sources.ts"
import { wordProblems } from "./words.ts"

/** A step of the check. `run` returns the problem, or undefined. */
export interface Step {
  readonly name: string
  readonly about: string
  readonly run: () => Promise<string | undefined>
}

const tool = (name: string, about: string, program: string, ...parameters: ReadonlyArray<string>): Step => ({
  name,
  about,
  run: () => problemIn(program, parameters),
})

/** The longest first, so that the lanes end together. */
export const steps: ReadonlyArray<Step> = [
  tool(
    "astro",
    "types in .astro files",
    "astro",
    "check",
    "--tsconfig",
    "tsconfig.astro.json",
    "--minimumSeverity",
    "hint",
  ),
  tool("types", "TypeScript 7", "tsc", "-p", "tsconfig.json"),
  tool("effect", "floating effects and the like", "effect-tsgo", "diagnostics", "--project", "tsconfig.json"),
  {
    name: "schema",
    about: "migrations/schema.sql is current, and migrations are marked",
    run: async () => (await migrationProblems()) ?? problemIn("node", ["scripts/dump-schema.ts", "--check"]),
  },
  { name: "graph", about: "who imports whom, and that the rules still catch", run: dependencyProblems },
  tool("lint", "Biome: lint and format", "biome", "ci", "--error-on-warnings", "--colors=off"),
  tool("prettier", "format of .astro files", "prettier", "--check", "--log-level=warn", "src/**/*.astro"),
  tool("unused", "knip: files, exports and packages that nothing uses", "knip", "--no-progress"),
  tool(
    "product",
    "knip: what only tests use",
    "knip",
    "--no-progress",
    "--production",
    "--config=knip.product.jsonc",
    "--include=files,exports",
  ),
  { name: "money", about: "no number is money, and that the look still catches", run: moneyProblems },
  { name: "sources", about: "rules of the architecture that no import shows", run: sourceProblems },
  { name: "messages", about: "every message is shown somewhere", run: messageProblems },
  { name: "rows", about: "tests name rows that docs/requirements.md has", run: requirementProblems },
  { name: "packaging", about: "the files to install by: image, units, balancer, manifests", run: packagingProblems },
  { name: "words", about: "plain English: no words of old books", run: wordProblems },
]
