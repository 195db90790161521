import { terminal } from "./terminal.ts"

type Row = Readonly<Record<string, string | number | boolean | null>>

/** Lays rows out in columns under their names; columns of numbers stand to the right. */
export const layOut = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
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
  return oneLine(String(value))
}

/** What strangers wrote must not move the cursor or break the table. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ")

/** Where a command speaks: people read lines and tables, machines one JSON document. */
export interface Output {
  /** A line for people: standard output, or standard error where machines read. */
  readonly say: (line: string) => void
  /** Rows for people. Numbers stand to the right. */
  readonly table: (rows: ReadonlyArray<Row>) => void
  /** What machines get: the first document that is given, and no other. */
  readonly document: (value: object) => void
}

export const outputOf = (json: boolean): Output => {
  const stream = json ? terminal().stderr : terminal().stdout
  const say = (line: string) => void stream.write(`${line}\n`)
  let isGiven = !json
  return {
    say,
    table: (rows) => {
      for (const line of layOut(rows)) say(line)
    },
    document: (value) => {
      if (isGiven) return
      isGiven = true
      terminal().stdout.write(`${JSON.stringify(value, null, 2)}\n`)
    },
  }
}
