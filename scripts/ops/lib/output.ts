/** Where a command speaks: people read lines and tables, machines one JSON document. */
export interface Output {
  /** A line for people: standard output, or standard error where machines read. */
  readonly say: (line: string) => void
  /** Rows for people. Numbers stand to the right. */
  readonly table: (rows: ReadonlyArray<Readonly<Record<string, string | number | boolean | null>>>) => void
  /** What machines get, once and last. */
  readonly document: (value: unknown) => void
}

export const outputOf = (json: boolean): Output => {
  const stream = json ? process.stderr : process.stdout
  const say = (line: string) => void stream.write(`${line}\n`)
  return {
    say,
    table: (rows) => {
      for (const line of layOut(rows)) say(line)
    },
    document: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
    },
  }
}

/** Lays rows out in columns under their names. */
export const layOut = (rows: ReadonlyArray<Readonly<Record<string, string | number | boolean | null>>>): ReadonlyArray<string> => {
  const [first] = rows
  if (first === undefined) return ["(none)"]
  const names = Object.keys(first)
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = names.map((name) => rows.every((row) => typeof row[name] === "number"))
  return cells.map((row) =>
    row
      .map((text, column) => (isNumber[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  )
}

const cell = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return "-"
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toFixed(1)
  return String(value)
}
