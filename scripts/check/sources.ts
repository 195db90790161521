import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../run/root.ts"

const FIXTURE = join(root, "scripts", "check", "fixtures", "violating")
/** The checks and their fixtures name what the product must not contain. */
const CHECKS = "scripts/check/"
const TEST = /\.(test|conformance)\.tsx?$|\/testing\//

/** Architecture rules that imports cannot express: patterns that the text of a file must not contain. */
const RULES: ReadonlyArray<{
  readonly name: string
  readonly files: string
  readonly pattern: RegExp
  /** The only files that may contain it. */
  readonly except?: ReadonlyArray<string>
  readonly because: string
}> = [
  {
    name: "core-reads-no-read-models",
    files: "core/**/*.ts",
    pattern: /\b(?:from|join|update|into)\s+read\.[a-z_]/,
    because: "A decision reads events and its own tables; read models may be old or in the middle of a rebuild.",
  },
  {
    name: "gated-parts-have-one-reader",
    files: "{core,projections,src,scripts}/**/*.{ts,tsx,astro}",
    pattern: /\bread\.post_gated\b/,
    except: ["projections/publishing/readGated.ts"],
    because: "Everything but readGated shows previews alone, so that a new outlet cannot forget to cut.",
  },
  {
    name: "gated-table-stays-inside",
    files: "{projections,src,scripts}/**/*.{ts,tsx,astro}",
    pattern: /\bpostGated\b/,
    except: ["readGated", "tables", "posts.projection"].map((name) => `projections/publishing/${name}.ts`),
    because: "The declaration of the table is for the projection that fills it and for readGated.",
  },
  {
    name: "subscriptions-have-one-clock",
    files: "{core,projections,src/worker}/subscriptions/**/*.ts",
    pattern: /\bDate\.now\(|\bnew Date\(\)|\b(?:now|clock_timestamp)\(\)|\bcurrent_timestamp\b/i,
    because: "Time comes from the clock service, so that a simulation can jump between due times.",
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
  RULES.flatMap(({ name, files, pattern, except = [], because }) =>
    globSync(files, { cwd })
      .filter((file) => !TEST.test(file) && !file.startsWith(CHECKS) && !except.includes(file))
      .filter((file) => pattern.test(readFileSync(join(cwd, file), "utf8")))
      .map((file) => ({ name, file, because })),
  )
