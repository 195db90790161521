import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../run/root.ts"
import { run } from "./command.ts"

const CONFIG = join(root, ".dependency-cruiser.mjs")
const FIXTURE = join(root, "scripts", "check", "fixtures", "violating")
const TREES = ["core", "projections", "src", "scripts"]

/** Minimum number of modules: fewer mean that the tool read nothing, which it reports as success. */
const MODULES_MIN = 100

interface Cruise {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: ReadonlyArray<{
      readonly from: string
      readonly to: string
      readonly rule: { readonly name: string }
    }>
  }
}

/**
 * Checks imports with dependency-cruiser, and with Biome for the frontmatter of .astro files. Then verifies that both
 * still work: a minimum number of modules, and a violation of every rule found in a fixture.
 */
export async function dependencyProblems(): Promise<string | undefined> {
  const [product, fixture, frontmatter] = await Promise.all([
    cruise(root, [...TREES, "e2e"]),
    cruise(FIXTURE, TREES),
    frontmatterProblems(),
  ])
  const { totalCruised, violations } = product.summary
  const caught = new Set(fixture.summary.violations.map(({ rule }) => rule.name))
  const problems = [
    ...(totalCruised < MODULES_MIN ? [`dependency-cruiser saw ${totalCruised} modules; it reads nothing.`] : []),
    ...violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...(await ruleNames())
      .filter((name) => !caught.has(name))
      .map((name) => `The rule ${name} catches nothing in the fixture.`),
    ...frontmatter,
  ]
  return problems.length > 0 ? problems.join("\n") : undefined
}

async function cruise(cwd: string, trees: ReadonlyArray<string>): Promise<Cruise> {
  const { output } = await run("depcruise", ["--config", CONFIG, "--output-type", "json", ...trees], { cwd })
  try {
    return JSON.parse(output) as Cruise
  } catch {
    throw new Error(`dependency-cruiser failed:\n${output}`)
  }
}

async function ruleNames(): Promise<ReadonlyArray<string>> {
  const { default: config } = (await import(CONFIG)) as { default: { forbidden: ReadonlyArray<{ name: string }> } }
  return config.forbidden.map(({ name }) => name)
}

/**
 * dependency-cruiser does not read .astro files; Biome does, and must report each import of this fixture. The fixture
 * is copied out of the checkout, because Biome ignores fixtures in their place.
 */
async function frontmatterProblems(): Promise<ReadonlyArray<string>> {
  const place = mkdtempSync(join(tmpdir(), "quire-frontmatter-"))
  const file = join("src", "pages", "page.astro")
  cpSync(join(FIXTURE, file), join(place, file))
  const flags = ["--colors=off", "--vcs-enabled=false", `--config-path=${join(root, "biome.jsonc")}`]
  const { output } = await run("biome", ["lint", ...flags, file], { cwd: place })
  const lines = readFileSync(join(place, file), "utf8").split("\n")
  rmSync(place, { recursive: true })
  const imports = lines.flatMap((line, index) => (line.startsWith("import ") ? [index + 1] : []))
  const missed = imports.filter((line) => !output.includes(`page.astro:${line}:`))
  if (imports.length > 0 && missed.length === 0) return []
  return [`Biome does not catch the imports in line ${missed.join(", ")} of the .astro fixture:\n${output}`]
}
