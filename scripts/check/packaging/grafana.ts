import { globSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../run/root.ts"
import { FOLDER, readPackaging } from "./folder.ts"
import { unknownMetrics } from "./prometheus.ts"
import { type Verified, verified } from "./Verified.ts"

type Panel = {
  readonly id: number
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}
type Dashboard = { readonly uid: string; readonly title: string; readonly panels: ReadonlyArray<Panel> }

const COLUMNS = 24

/** Problems of a dashboard: panels without queries, equal ids, panels that overlap. */
export const judgeDashboard = (text: string): ReadonlyArray<string> => {
  const { uid, title, panels } = JSON.parse(text) as Dashboard
  const overlaps = panels.flatMap((one, at) =>
    panels.slice(at + 1).filter(({ gridPos: b }) => {
      const a = one.gridPos
      return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
    }),
  )
  return [
    ...(uid && title ? [] : ["it has no uid or no title"]),
    ...(new Set(panels.map(({ id }) => id)).size === panels.length ? [] : ["two panels have one id"]),
    ...panels
      .filter(({ targets = [] }) => targets.every(({ expr }) => expr === ""))
      .map((panel) => `${panel.title} asks for nothing`),
    ...panels.filter(({ gridPos }) => gridPos.x + gridPos.w > COLUMNS).map((panel) => `${panel.title} is too wide`),
    ...overlaps.map((panel) => `${panel.title} lies on another panel`),
  ]
}

/** Verifies the dashboards, and that every metric of them and of the alert rules exists. */
export const verifyGrafana = (): Verified => {
  const names = readdirSync(join(FOLDER, "grafana")).map((name) => `grafana/${name}`)
  const sources = globSync("{core,src,projections}/**/*.ts", { cwd: root }).filter((file) => !file.includes(".test."))
  const known = sources.map((file) => readFileSync(join(root, file), "utf8")).join("\n")
  return verified([
    ...names.flatMap((name) => judgeDashboard(readPackaging(name)).map((problem) => `${name}: ${problem}`)),
    ...[...names, "prometheus/alerts.yaml"].flatMap((name) =>
      unknownMetrics(readPackaging(name), known).map((metric) => `${name}: no process has the metric ${metric}`),
    ),
  ])
}
