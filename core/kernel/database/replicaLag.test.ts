import { expect, it } from "vitest"
import { replicaLagMs } from "./replicaLag.ts"

const samples = [
  { atMs: 1_000, lsn: 10n },
  { atMs: 2_000, lsn: 10n },
  { atMs: 3_000, lsn: 20n },
  { atMs: 4_000, lsn: 30n },
]
const MS_MAX = 10_000

it("the lag of a standby counts from the first position that it lacks, and is zero while nothing is written", () => {
  const lag = (lsn: bigint, atMs: number) => replicaLagMs({ lsn, atMs }, samples, MS_MAX)
  expect(lag(30n, 9_000)).toBe(0)
  expect(lag(29n, 4_500)).toBe(500)
  expect(lag(10n, 4_500)).toBe(1_500)
  // It was asked before the primary got further.
  expect(lag(10n, 2_500)).toBe(0)
  expect(lag(9n, 60_000)).toBe(MS_MAX)
})
