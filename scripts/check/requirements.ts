import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../run/root.ts"

const FIXTURE = join(root, "scripts", "check", "fixtures", "requirements")
/** The rows that the fixture names although they do not exist, with their lines. */
const WRONG = ["sample.test.ts:2 S0-999", "sample.test.ts:3 S0-998"]

const TESTS = ["{core,e2e,load-tests,projections,scripts,src}/**/*.{ts,tsx}", "*.ts"]
const TEST = /\.(?:test|bench)\.tsx?$|conformance/i
const ROW = /\bS\d{1,2}-\d{3}\b/g

/** Rows that tests name and docs/requirements.md does not have; and wrong rows of the fixture that are not found. */
export const requirementProblems = async (): Promise<string | undefined> => {
  const document = readFileSync(join(root, "docs", "requirements.md"), "utf8")
  const rows = new Set(Array.from(document.matchAll(/^\| (S\d+-\d+) \|/gm), ([, row]) => row ?? ""))
  const files = TESTS.flatMap((pattern) => globSync(pattern, { cwd: root })).filter(
    (file) => TEST.test(file) && !file.startsWith("scripts/check/fixtures/"),
  )
  const found = unknownRows(FIXTURE, "sample.test.ts", rows)
  const problems = [
    ...files
      .flatMap((file) => unknownRows(root, file, rows))
      .map((place) => `${place} is not in docs/requirements.md.`),
    ...WRONG.filter((place) => !found.includes(place)).map((place) => `The fixture's ${place} is not found.`),
    ...found
      .filter((place) => !WRONG.includes(place))
      .map((place) => `The fixture's ${place} is found without a reason.`),
  ]
  return problems.length > 0 ? problems.join("\n") : undefined
}

/** `file:line row` of each row in a file that does not exist. */
const unknownRows = (base: string, file: string, rows: ReadonlySet<string>): ReadonlyArray<string> =>
  readFileSync(join(base, file), "utf8")
    .split("\n")
    .flatMap((line, index) =>
      Array.from(line.matchAll(ROW), ([row]) => row)
        .filter((row) => !rows.has(row))
        .map((row) => `${file}:${index + 1} ${row}`),
    )
