import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../run/root.ts"
import { FOLDER, readPackaging, readYaml } from "./folder.ts"
import { askOrNote } from "./program.ts"
import { type Verified, verified } from "./Verified.ts"

type Rule = { readonly alert: string; readonly expr: string; readonly annotations: Readonly<Record<string, string>> }
type Rules = { readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<Rule> }> }
type Tests = { readonly tests: ReadonlyArray<{ readonly alert_rule_test: ReadonlyArray<AlertTest> }> }
type AlertTest = { readonly alertname: string; readonly exp_alerts: ReadonlyArray<unknown> }

/** Metrics in expressions, without the suffixes of histograms. */
const NAMES = /\b(?:quire|process)_[a-z_]+/g
const SUFFIX = /_(?:bucket|count|sum)$/

/** Anchors of the headings of a page, as GitHub makes them. */
export const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    Array.from(page.matchAll(/^#+ (.*)$/gm), ([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    ),
  )

/** Problems of the rules: links that lead nowhere, commands that do not exist, alerts without tests. */
export const judgeAlerts = (text: string, tests: string): ReadonlyArray<string> => {
  const rules = (readYaml(text) as Rules).groups.flatMap((group) => group.rules)
  const cases = (readYaml(tests) as Tests).tests.flatMap((one) => one.alert_rule_test)
  const commands = readFileSync(join(root, "scripts", "ops", "runOps.ts"), "utf8")
  const isTested = (alert: string, fires: boolean) =>
    cases.some(({ alertname, exp_alerts }) => alertname === alert && exp_alerts.length > 0 === fires)
  return rules.flatMap(({ alert, annotations }) => [
    ...linkProblems(annotations["help"]).map((problem) => `${alert}: ${problem}`),
    ...(new RegExp(
      `^ {2}"?${/^npm run ops -- ([\w-]+)/.exec(annotations["operation"] ?? "")?.[1] ?? "-"}"?:`,
      "m",
    ).test(commands)
      ? []
      : [`${alert}: its operation is not a command`]),
    ...(isTested(alert, true) && isTested(alert, false)
      ? []
      : [`${alert}: alerts.test.yaml has no test of both sides`]),
  ])
}

const linkProblems = (link = ""): ReadonlyArray<string> => {
  const [path = "", anchor] = link.split("#")
  try {
    const page = readFileSync(join(root, path), "utf8")
    return anchor === undefined || anchorsOf(page).has(anchor) ? [] : [`${path} has no section ${anchor}`]
  } catch {
    return [`${link} is not a page`]
  }
}

/** Names of metrics in a rule or a dashboard that no process has. `known` is the source of all processes. */
export const unknownMetrics = (text: string, known: string): ReadonlyArray<string> =>
  [...new Set(Array.from(text.matchAll(NAMES), ([name]) => name.replace(SUFFIX, "")))].filter(
    (name) => !known.includes(`"${name}"`),
  )

export const verifyPrometheus = (): Verified => {
  const file = (name: string) => join(FOLDER, "prometheus", name)
  const answer = askOrNote("promtool", "the alert rules", ["test", "rules", file("alerts.test.yaml")])
  return verified(
    [
      ...judgeAlerts(readPackaging("prometheus/alerts.yaml"), readPackaging("prometheus/alerts.test.yaml")),
      ...answer.problems,
    ],
    answer.notes,
  )
}
