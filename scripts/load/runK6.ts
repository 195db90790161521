import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { ensureK6 } from "../run/k6.ts"
import { root } from "../run/root.ts"
import { reportHtml, type Summary } from "./report.ts"

const TREND_STATS = "avg,min,med,p(90),p(95),p(99),max"

export type Run = {
  readonly name: string
  readonly about: string
  readonly script: string
  /** Available to the script as __ENV. */
  readonly variables: Readonly<Record<string, string>>
  /** Further k6 options. */
  readonly options: ReadonlyArray<string>
  /** k6 draws a course over time for HTTP only. */
  readonly hasTimeline: boolean
  /** Directory of reports. */
  readonly directory: string
}

/** Runs a load test and writes its report. Returns the exit code of k6: 99 if a threshold was crossed. */
export const runK6 = async ({
  name,
  about,
  script,
  variables,
  options,
  hasTimeline,
  directory,
}: Run): Promise<number> => {
  const file = (ending: string) => join(directory, `${name}${ending}`)
  const [summary, timeline, report] = [file(".json"), file("-timeline.html"), file(".html")]
  for (const old of [summary, timeline, report]) rmSync(old, { force: true })
  const environment = Object.entries(variables).flatMap(([key, value]) => ["-e", `${key}=${value}`])
  const exported = ["--summary-export", summary, "--summary-trend-stats", TREND_STATS]
  const k6 = spawn(ensureK6(console.log), ["run", ...exported, ...environment, ...options, script], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      K6_NO_USAGE_REPORT: "true",
      K6_WEB_DASHBOARD: String(hasTimeline),
      // An impossible port: only the file is needed.
      K6_WEB_DASHBOARD_PORT: "-1",
      K6_WEB_DASHBOARD_PERIOD: "1s",
      K6_WEB_DASHBOARD_EXPORT: timeline,
    },
  })
  const end = (signal: NodeJS.Signals) => void k6.kill(signal)
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end)
  const [code] = (await once(k6, "exit")) as [number | null]
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end)
  if (existsSync(summary)) {
    const figures = JSON.parse(readFileSync(summary, "utf8")) as Summary
    const course = existsSync(timeline) ? basename(timeline) : null
    writeFileSync(report, reportHtml(figures, { name, about, at: new Date().toISOString(), options, timeline: course }))
    console.log(`Report: ${report}`)
  }
  return code ?? 1
}
