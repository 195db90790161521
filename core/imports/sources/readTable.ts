import { parse } from "csv-parse/sync"
import { UnfitArchive } from "../archive/Archive.ts"
import { IMPORT_ENTRIES_MAX } from "../limits.ts"

/** A row of a table by the names of its columns, in lower case. Missing columns are empty. */
export type Row = (column: string) => string

/** Rows of a table. More are refused: a table that is cut would look complete. */
const ROWS_MAX = IMPORT_ENTRIES_MAX
const CELL_BYTES_MAX = 2_000_000

/** Reads CSV with a line of names (RFC 4180), with commas, semicolons or tabs. @throws UnfitArchive */
export const readTable = (
  text: string,
): { readonly columns: ReadonlyArray<string>; readonly rows: ReadonlyArray<Row> } => {
  try {
    const head = text.slice(0, text.search(/[\r\n]|$/))
    const delimiter =
      [",", ";", "\t"].toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ","
    const records: ReadonlyArray<ReadonlyArray<string>> = parse(text, {
      ...{ bom: true, delimiter, relax_column_count: true, skip_empty_lines: true },
      ...{ max_record_size: CELL_BYTES_MAX, to: ROWS_MAX + 2 },
    })
    if (records.length > ROWS_MAX + 1) throw new UnfitArchive("long")
    const columns = (records[0] ?? []).map((name) => name.trim().toLowerCase())
    const places = new Map(columns.map((name, at) => [name, at]))
    const rows = records.slice(1).map(
      (record): Row =>
        (column) =>
          (record[places.get(column) ?? -1] ?? "").trim(),
    )
    return { columns, rows }
  } catch (error) {
    throw error instanceof UnfitArchive ? error : new UnfitArchive("damaged")
  }
}
