/** The format of --summary-export. */
export type Summary = {
  readonly metrics: Readonly<Record<string, Metric>>
  readonly root_group: { readonly checks: Readonly<Record<string, Check>> }
}
/** `thresholds`: whether each threshold was crossed. */
type Metric = { readonly thresholds?: Readonly<Record<string, boolean>> } & Readonly<Record<string, unknown>>
type Check = { readonly name: string; readonly passes: number; readonly fails: number }

export type ReportOptions = {
  readonly name: string
  readonly about: string
  /** ISO 8601. */
  readonly at: string
  /** Options passed to k6. */
  readonly options: ReadonlyArray<string>
  /** A file with the measurements over time, beside the report. */
  readonly timeline: string | null
}

/** A self-contained HTML page: passed or failed, the reasons, all figures. */
export const reportHtml = (
  { metrics, root_group: { checks } }: Summary,
  { name, about, at, options, timeline }: ReportOptions,
): string => {
  const bounds = Object.entries(metrics).flatMap(([metric, { thresholds = {}, ...figures }]) =>
    Object.entries(thresholds).map(([bound, isCrossed]) => ({
      metric,
      bound,
      isCrossed,
      found: foundFor(bound, figures),
    })),
  )
  bounds.sort((one, other) => Number(other.isCrossed) - Number(one.isCrossed) || one.metric.localeCompare(other.metric))
  const crossed = bounds.filter(({ isCrossed }) => isCrossed).length
  const verdict = crossed === 0 ? "passed" : `failed: ${crossed} of ${bounds.length} thresholds were crossed`
  const named = Object.entries(metrics).sort(([one], [other]) => one.localeCompare(other))
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(name)} ${escaped(verdict)}</title>
<style>${STYLE}</style>
<h1>${escaped(name)} <small class="${crossed === 0 ? "met" : "crossed"}">${escaped(verdict)}</small></h1>
<p>${escaped(about)}</p>
<p>${escaped(at)}${options.length > 0 ? ` · k6 ${escaped(options.join(" "))}` : ""}${timeline ? ` · <a href="${escaped(timeline)}">course over time</a>` : ""}</p>
<h2>Thresholds</h2>
${table(
  ["metric", "threshold", "found", ""],
  bounds.map(({ metric, bound, isCrossed, found }) => [metric, bound, found, isCrossed ? "crossed" : "met"]),
)}
<h2>Checks</h2>
${table(
  ["check", "passed", "failed"],
  Object.values(checks).map(({ name: check, passes, fails }) => [check, String(passes), String(fails)]),
)}
<h2>Figures</h2>
${table(
  ["metric", "figures"],
  named.map(([metric, { thresholds: _, ...figures }]) => [metric, figuresText(figures)]),
)}
</html>
`
}

/** The figure of a threshold such as `p(95)<250`. */
const foundFor = (bound: string, figures: Readonly<Record<string, unknown>>): string => {
  const name = /^\s*([a-z]+(?:\([\d.]+\))?)/.exec(bound)?.[1] ?? ""
  // The rate of passed checks is called `value`.
  const figure = figures[name === "rate" && "value" in figures ? "value" : name === "p(50)" ? "med" : name]
  return typeof figure === "number" ? shown(figure) : ""
}

const figuresText = (figures: Readonly<Record<string, unknown>>): string =>
  Object.entries(figures)
    .filter((entry): entry is [string, number] => typeof entry[1] === "number")
    .sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([name, figure]) => `${name} ${shown(figure)}`)
    .join(", ")

const ORDER = ["min", "avg", "med", "p(90)", "p(95)", "p(99)", "max"]

const shown = (figure: number): string =>
  Math.abs(figure) >= 1_000 ? Math.round(figure).toLocaleString("en") : String(Number(figure.toPrecision(4)))

const table = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const head = heads.map((each) => `<th>${escaped(each)}</th>`).join("")
  const body = rows.map(
    (row) => `<tr class="${row.at(-1)}">${row.map((each) => `<td>${escaped(each)}</td>`).join("")}</tr>`,
  )
  return `<table><tr>${head}</tr>${body.join("")}</table>`
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#222;background:#fff}" +
  "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ddd}" +
  ".met td:last-child,small.met{color:#176b2c}.crossed td:last-child,small.crossed{color:#b00020}"
