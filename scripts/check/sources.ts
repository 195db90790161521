import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../run/root.ts"

const FIXTURE = join(root, "scripts", "check", "fixtures", "violating")
const TEST = /\.(test|conformance)\.tsx?$|\/testing\//

/** Architecture rules that imports cannot express: patterns that the text of a file must not contain. */
const RULES: ReadonlyArray<{
  readonly name: string
  readonly files: string
  readonly pattern: RegExp
  readonly because: string
}> = [
  {
    name: "core-reads-no-read-models",
    files: "core/**/*.ts",
    pattern: /\b(?:from|join|update|into)\s+read\.[a-z_]/,
    because: "A decision reads events and its own tables; read models may be old or in the middle of a rebuild.",
  },
  {
    name: "pages-call-by-type",
    files: "src/{pages,components,layouts,web,api}/**/*.{ts,astro}",
    pattern: /\bfetch\(\s*["'`]\/api\//,
    because: "On the server a call is made with ownCall, which takes its path and payload from the contract.",
  },
]

/** Violations of these rules, and rules that no longer catch their fixture; undefined if there are none. */
export const sourceProblems = async (): Promise<string | undefined> => {
  const caught = new Set(violations(FIXTURE).map(({ name }) => name))
  const problems = [
    ...violations(root).map(({ name, file, because }) => `${name}: ${file}. ${because}`),
    ...RULES.filter(({ name }) => !caught.has(name)).map(
      ({ name }) => `The rule ${name} catches nothing in the fixture.`,
    ),
  ]
  return problems.length > 0 ? problems.join("\n") : undefined
}

const violations = (cwd: string) =>
  RULES.flatMap(({ name, files, pattern, because }) =>
    globSync(files, { cwd })
      .filter((file) => !TEST.test(file) && pattern.test(readFileSync(join(cwd, file), "utf8")))
      .map((file) => ({ name, file, because })),
  )
