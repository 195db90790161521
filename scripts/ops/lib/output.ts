import { layOut, type Row } from "./table.ts"
import { terminal } from "./terminal.ts"

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
