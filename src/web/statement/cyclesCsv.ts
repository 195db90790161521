import { BASE_CURRENCIES, unitsText } from "#contract/wallet"
import type { ListedCycle } from "#projections/subscriptions"
import type { T } from "../../i18n/index.ts"
import { assetOf } from "../../lib/assetTypes.ts"
import { BYTE_ORDER_MARK, csvLine } from "./csv.ts"

/** The header line of payment records. */
export const cyclesHead = (t: T): string =>
  BYTE_ORDER_MARK +
  csvLine(
    (["charged", "from", "to", "fee", "currency", "rate", "part", "channel", "asset", "amount"] as const).map(
      (column) => t(`subscriptions.column.${column}`),
    ),
  )

/**
 * A paid period: one line for what was charged, and, once it is closed, one for each part that it was split into. The parts
 * add up to the charge, to the unit. Times are ISO 8601 in UTC, amounts exact and without grouping.
 * @param nameOf the channel of a creator
 */
export const cycleRows = (t: T, cycle: ListedCycle, nameOf: (creatorId: string) => string): string => {
  const { name, digits } = assetOf(cycle.assetTypeId)
  const base = BASE_CURRENCIES.find(({ assetTypeId }) => assetTypeId === cycle.currencyId)
  const head = [
    cycle.chargedAt.toISOString(),
    cycle.startsAt.toISOString(),
    cycle.endsAt.toISOString(),
    unitsText(BigInt(cycle.msf), base?.digits ?? 2),
    base?.name ?? "",
    cycle.snapshotId,
  ]
  type Part = "charge" | "share" | "premium" | "cut" | "returned"
  const row = (part: Part, channel: string, units: bigint) =>
    csvLine([...head, t(`subscriptions.part.${part}`), channel, name, unitsText(units, digits)])
  const sum = (units: ReadonlyArray<string>) => units.reduce((whole, each) => whole + BigInt(each), 0n)
  const seats = cycle.seats.flatMap(({ creatorId, closed }) => (closed === null ? [] : [{ creatorId, ...closed }]))
  const charged = row("charge", "", -sum([cycle.units, ...cycle.seats.map(({ units }) => units)]))
  if (cycle.closedAt === null) return charged
  const returned = sum([cycle.returned, ...seats.map((seat) => seat.returned)])
  return [
    charged,
    ...cycle.shares.map(({ creatorId, units }) => row("share", nameOf(creatorId), BigInt(units))),
    ...seats.map(({ creatorId, units }) => row("premium", nameOf(creatorId), BigInt(units))),
    row("cut", "", sum([cycle.cut, ...seats.map(({ cut }) => cut)])),
    ...(returned === 0n ? [] : [row("returned", "", returned)]),
  ].join("")
}
