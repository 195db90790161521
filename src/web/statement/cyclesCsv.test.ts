import { expect, it } from "vitest"
import type { ListedCycle } from "#projections/subscriptions"
import { translator } from "../../i18n/index.ts"
import { cycleRows, cyclesHead } from "./cyclesCsv.ts"

const t = translator("en")
const [ANNA, BEN] = ["anna", "ben"]
const cycle: ListedCycle = {
  ...{ number: 1, n: 1, assetTypeId: 1, units: "20000", currencyId: 4, msf: "1000", snapshotId: "2026-11-26.1" },
  startsAt: new Date("2026-11-26T10:00:00.000Z"),
  endsAt: new Date("2026-12-26T10:00:00.000Z"),
  chargedAt: new Date("2026-11-26T10:00:00.001Z"),
  closedAt: new Date("2026-12-26T10:20:00.000Z"),
  shares: [
    { creatorId: ANNA, units: "9500" },
    { creatorId: BEN, units: "9500" },
  ],
  ...{ cut: "1000", returned: "0" },
  seats: [
    {
      ...{ creatorId: ANNA, units: "10000", from: "2026-11-26T10:00:00.000Z" },
      closed: { units: "4750", cut: "250", returned: "5000" },
    },
  ],
}
const nameOf = (creatorId: string) => (creatorId === ANNA ? "=Anna, the first" : "Ben")
const cellsOf = (csv: string) => csv.trim().split("\r\n")
const amounts = (csv: string) =>
  cellsOf(csv).map((line) => Math.round(Number(line.slice(line.lastIndexOf(",") + 1)) * 1e8))

it("exports a paid period and its parts, which add up to the unit", () => {
  const rows = amounts(cycleRows(t, cycle, nameOf))
  expect(rows).toEqual([-30_000, 9_500, 9_500, 4_750, 1_250, 5_000])
  expect(rows.reduce((sum, each) => sum + each, 0)).toBe(0)
})

it("exports an open period with its charge alone", () => {
  const open = { ...cycle, closedAt: null, shares: [], seats: [] }
  expect(cellsOf(cycleRows(t, open, nameOf))).toEqual([
    "2026-11-26T10:00:00.001Z,2026-11-26T10:00:00.000Z,2026-12-26T10:00:00.000Z,10,USD,2026-11-26.1,Charge,,BTC,-0.0002",
  ])
})

it("runs no formula of a channel's name, and names each column", () => {
  expect(cycleRows(t, cycle, nameOf)).toContain(`"'=Anna, the first"`)
  expect(cellsOf(cyclesHead(t))[0]?.split(",")).toHaveLength(10)
})
