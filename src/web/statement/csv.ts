import { unitsText } from "#contract/wallet"
import type { Movement, StatementTotals } from "#projections/wallet"
import type { T } from "../../i18n/index.ts"
import { assetOf } from "../../lib/assetTypes.ts"
import { receiptNumber } from "../../lib/receiptNumber.ts"

/** Spreadsheets detect UTF-8 by this mark. */
export const BYTE_ORDER_MARK = "\uFEFF"

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
    (["id", "time", "kind", "asset", "amount", "balance", "with", "reference", "value"] as const).map((column) =>
      t(`wallet.column.${column}`),
    ),
  )

/**
 * A movement with its time as ISO 8601 in UTC and exact amounts without grouping.
 * @param worth its value at its time in the base currency, as text; null without a rate
 */
export const csvRow = (t: T, movement: Movement, worth: string | null): string => {
  const { name, digits } = assetOf(movement.assetTypeId)
  const { other } = movement
  const named =
    other === null ? "" : other.displayName === null ? other.userCode : `${other.displayName} (${other.userCode})`
  return csvLine([
    receiptNumber(movement.reference) ?? "",
    movement.at.toISOString(),
    t(`wallet.kind.${movement.purpose}`),
    name,
    unitsText(movement.amount, digits),
    unitsText(movement.balance, digits),
    named,
    movement.reference ?? "",
    worth ?? "",
  ])
}

/** The opening or closing balances of a period, one line for each account. */
export const csvBalances = (
  t: T,
  totals: ReadonlyArray<StatementTotals>,
  { at, end }: { readonly at: Date; readonly end: "opening" | "closing" },
): string =>
  totals
    .map((each) => {
      const { name, digits } = assetOf(each.assetTypeId)
      return csvLine(["", at.toISOString(), t(`wallet.${end}`), name, "", unitsText(each[end], digits), "", "", ""])
    })
    .join("")
