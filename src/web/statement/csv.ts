import { unitsText } from "#contract/wallet"
import type { Movement } from "#projections/wallet"
import type { T } from "../../i18n/index.ts"
import { assetOf } from "../../lib/assetTypes.ts"

/** Spreadsheets detect UTF-8 by this mark. */
const BYTE_ORDER_MARK = "\uFEFF"

/**
 * A line of CSV (RFC 4180). Cells that a spreadsheet would run as a formula are prefixed with an apostrophe (OWASP, CSV
 * injection), except our own numbers.
 */
export const csvLine = (cells: ReadonlyArray<string>): string => `${cells.map(cellOf).join(",")}\r\n`

const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/
const AMOUNT = /^-?\d+(?:\.\d+)?$/

/** The header line. */
export const csvHead = (t: T): string =>
  BYTE_ORDER_MARK +
  csvLine(
    (["id", "time", "kind", "asset", "amount", "balance", "with", "reference"] as const).map((column) =>
      t(`wallet.column.${column}`),
    ),
  )

/** A movement with its time as ISO 8601 in UTC and exact amounts without grouping. */
export const csvRow = (t: T, movement: Movement): string => {
  const { name, digits } = assetOf(movement.assetTypeId)
  const { other } = movement
  const named =
    other === null ? "" : other.displayName === null ? other.userCode : `${other.displayName} (${other.userCode})`
  return csvLine([
    String(movement.position),
    movement.at.toISOString(),
    t(`wallet.kind.${movement.purpose}`),
    name,
    unitsText(movement.amount, digits),
    unitsText(movement.balance, digits),
    named,
    movement.reference ?? "",
  ])
}
