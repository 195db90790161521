import { terminal } from "./terminal.ts"

type Row = Readonly<Record<string, string | number | boolean | null>>

/** Formats rows as a table with column names; columns of numbers are aligned right. */
export const alignColumns = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
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

/** Escapes control characters, so that untrusted text cannot move the cursor or break the table. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ")

/** Output of a command: lines and tables for people, or one JSON document for programs. */
export interface Output {
  /** Writes a line for people to standard output, with `--json` to standard error. */
  readonly say: (line: string) => void
  /** Writes rows as a table for people. Numbers are aligned right. */
  readonly table: (rows: ReadonlyArray<Row>) => void
  /** Writes the JSON document. Only the first call has an effect. */
  readonly document: (value: object) => void
}

export const outputOf = (json: boolean): Output => {
  const stream = json ? terminal().stderr : terminal().stdout
  const say = (line: string) => void stream.write(`${line}\n`)
  let isGiven = !json
  return {
    say,
    table: (rows) => {
      for (const line of alignColumns(rows)) say(line)
    },
    document: (value) => {
      if (isGiven) return
      isGiven = true
      terminal().stdout.write(`${JSON.stringify(value, null, 2)}\n`)
    },
  }
}
