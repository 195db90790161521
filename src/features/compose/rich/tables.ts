import type { Node } from "prosemirror-model"
import { type Command, type EditorState, TextSelection } from "prosemirror-state"
import { nodeType } from "./schema.ts"

/** The table around the selection, with the place of its cell. Null outside tables. */
export interface CellPlace {
  readonly table: Node
  /** Position before the table. */
  readonly from: number
  readonly row: number
  readonly column: number
}

export const cellAt = ({ selection: { $from } }: EditorState): CellPlace | null => {
  for (let depth = $from.depth; depth > 1; depth -= 1) {
    const table = $from.node(depth - 2)
    if (table?.type.name === "table")
      return { table, from: $from.before(depth - 2), row: $from.index(depth - 2), column: $from.index(depth - 1) }
  }
  return null
}

const emptyRow = (width: number, isHead: boolean): Node => {
  const cells = Array.from({ length: width }, () => nodeType(isHead ? "table_header" : "table_cell").create())
  return nodeType(isHead ? "table_head" : "table_row").create(null, cells)
}

export const newTable = (columns: number, rows: number): Node =>
  nodeType("table").create(null, [
    emptyRow(columns, true),
    ...Array.from({ length: rows }, () => emptyRow(columns, false)),
  ])

/** The position within a cell of a table that begins at `from`. */
const insideCell = (table: Node, from: number, row: number, column: number): number => {
  let position = from + 1
  for (let at = 0; at < row; at += 1) position += table.child(at).nodeSize
  position += 1
  for (let at = 0; at < column; at += 1) position += table.child(row).child(at).nodeSize
  return position + 1
}

/** Replaces the table, and puts the selection into one of its cells. */
const change =
  (
    make: (
      place: CellPlace,
    ) => { readonly rows: ReadonlyArray<Node>; readonly row: number; readonly column: number } | null,
  ): Command =>
  (state, dispatch) => {
    const place = cellAt(state)
    const changed = place && make(place)
    if (place === null || changed === null) return false
    if (dispatch !== undefined) {
      const table = place.table.type.create(place.table.attrs, changed.rows)
      const transaction = state.tr.replaceWith(place.from, place.from + place.table.nodeSize, table)
      const row = Math.min(changed.row, table.childCount - 1)
      const column = Math.max(0, Math.min(changed.column, table.child(row).childCount - 1))
      dispatch(
        transaction
          .setSelection(TextSelection.create(transaction.doc, insideCell(table, place.from, row, column)))
          .scrollIntoView(),
      )
    }
    return true
  }

const rowsOf = (table: Node): ReadonlyArray<Node> => table.children

export const addRow: Command = change(({ table, row, column }) => {
  const rows = [...rowsOf(table)]
  rows.splice(row + 1, 0, emptyRow(table.firstChild?.childCount ?? 1, false))
  return { rows, row: row + 1, column }
})

export const addColumn: Command = change(({ table, row, column }) => ({
  rows: rowsOf(table).map((each, at) => {
    const cells = [...each.children]
    cells.splice(column + 1, 0, nodeType(at === 0 ? "table_header" : "table_cell").create())
    return each.type.create(each.attrs, cells)
  }),
  ...{ row, column: column + 1 },
}))

/** The head stays: Markdown has no table without one. */
export const removeRow: Command = change(({ table, row, column }) =>
  row === 0 ? null : { rows: rowsOf(table).filter((_, at) => at !== row), row: row - 1, column },
)

export const removeColumn: Command = change(({ table, row, column }) =>
  (table.firstChild?.childCount ?? 1) < 2
    ? null
    : {
        rows: rowsOf(table).map((each) =>
          each.type.create(
            each.attrs,
            each.children.filter((_, at) => at !== column),
          ),
        ),
        ...{ row, column },
      },
)

export const removeTable: Command = (state, dispatch) => {
  const place = cellAt(state)
  if (place === null) return false
  dispatch?.(
    state.tr
      .replaceWith(place.from, place.from + place.table.nodeSize, nodeType("paragraph").create())
      .scrollIntoView(),
  )
  return true
}

/** The next or previous cell. False at the ends, so that Tab leaves the editor there. */
export const moveCell =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const place = cellAt(state)
    if (place === null) return false
    const { table, from, row, column } = place
    const places = rowsOf(table).flatMap((each, at) => each.children.map((_, cell) => [at, cell] as const))
    const now = places.findIndex(([at, cell]) => at === row && cell === column)
    const next = places[now + step]
    if (next === undefined) return false
    dispatch?.(
      state.tr.setSelection(TextSelection.create(state.doc, insideCell(table, from, ...next))).scrollIntoView(),
    )
    return true
  }

/** The cell below, in a new row after the last one. */
export const moveDown: Command = (state, dispatch) => {
  const place = cellAt(state)
  if (place === null) return false
  const { table, from, row, column } = place
  if (row + 1 >= table.childCount) return addRow(state, dispatch)
  const below = Math.min(column, table.child(row + 1).childCount - 1)
  dispatch?.(
    state.tr.setSelection(TextSelection.create(state.doc, insideCell(table, from, row + 1, below))).scrollIntoView(),
  )
  return true
}
