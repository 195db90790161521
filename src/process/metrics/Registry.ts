/** Maximum label combinations per metric; further ones are not counted. */
export const SERIES_MAX = 500

export type Labels = Readonly<Record<string, string | number>>
/** A value that is read on each scrape: one number, or several with labels. */
export type Reading = number | ReadonlyArray<readonly [Labels, number]>

export type Counter = (labels?: Labels, by?: number) => void
export type Histogram = (value: number, labels?: Labels) => void

type Metric = { readonly head: string; readonly lines: () => Iterable<string> }

/** The metrics of a process, rendered in the Prometheus text format (exposition format 0.0.4). */
export class Registry {
  private readonly metrics = new Map<string, Metric>()

  /** Adds a counter. Its name ends with `_total`. */
  counter(name: string, help: string): Counter {
    const series = new Map<string, number>()
    this.add(name, "counter", help, () => [...series].map(([labels, value]) => line(name, labels, value)))
    return (labels = {}, by = 1) => {
      const key = formatLabels(labels)
      const value = series.get(key)
      if (value !== undefined || series.size < SERIES_MAX) series.set(key, (value ?? 0) + by)
    }
  }

  /** Adds a histogram; `bounds` ascend. */
  histogram(name: string, help: string, bounds: ReadonlyArray<number>): Histogram {
    const series = new Map<string, { labels: Labels; counts: Array<number>; sum: number; count: number }>()
    const bucket = (labels: Labels, le: string, value: number) =>
      line(`${name}_bucket`, formatLabels({ ...labels, le }), value)
    this.add(name, "histogram", help, () =>
      [...series.entries()].flatMap(([key, { labels, counts, sum, count }]) => [
        ...bounds.map((bound, at) => bucket(labels, String(bound), counts[at] ?? 0)),
        bucket(labels, "+Inf", count),
        line(`${name}_sum`, key, sum),
        line(`${name}_count`, key, count),
      ]),
    )
    return (value, labels = {}) => {
      const key = formatLabels(labels)
      const known = series.get(key)
      if (known === undefined && series.size >= SERIES_MAX) return
      const one = known ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 }
      series.set(key, one)
      one.sum += value
      one.count++
      for (const [at, bound] of bounds.entries()) if (value <= bound) one.counts[at] = (one.counts[at] ?? 0) + 1
    }
  }

  /** Adds a gauge that is read on each scrape. */
  gauge(name: string, help: string, read: () => Reading): void {
    this.add(name, "gauge", help, () => readingLines(name, read()))
  }

  /** Adds a counter whose value is kept elsewhere. */
  total(name: string, help: string, read: () => Reading): void {
    this.add(name, "counter", help, () => readingLines(name, read()))
  }

  /** All metrics with their current values. */
  render(): string {
    return [...this.metrics.values()].map(({ head, lines }) => [head, ...lines(), ""].join("\n")).join("")
  }

  private add(name: string, type: string, help: string, lines: Metric["lines"]): void {
    this.metrics.set(name, { head: headOf(name, type, help), lines })
  }
}

/** Formats values that were read elsewhere in the same way. */
export const renderGauge = (name: string, help: string, reading: Reading): string =>
  [headOf(name, "gauge", help), ...readingLines(name, reading), ""].join("\n")

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

const headOf = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}`

const readingLines = (name: string, reading: Reading): ReadonlyArray<string> =>
  typeof reading === "number"
    ? [line(name, "", reading)]
    : reading.slice(0, SERIES_MAX).map(([labels, value]) => line(name, formatLabels(labels), value))

const line = (name: string, labels: string, value: number): string => `${name}${labels} ${formatValue(value)}`

const formatLabels = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

const escaped = (value: string): string => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")

const formatValue = (value: number): string => {
  if (Number.isNaN(value)) return "NaN"
  return Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : "-Inf"
}
