import { expect, it } from "vitest"
import { message } from "../testing/fakes.ts"
import { rowsOf } from "./days.ts"

it("marks the first message of a day and of an author", () => {
  const at = (TimeStamp: string, SenderUserCode = "QIBORIS") => message(1, { TimeStamp, SenderUserCode })
  const rows = rowsOf(
    [
      at("2026-11-20T22:00:00.000Z"),
      at("2026-11-20T22:01:00.000Z"),
      at("2026-11-20T22:02:00.000Z", "QIANNA"),
      at("2026-11-20T22:30:00.000Z", "QIANNA"),
      at("2026-11-20T23:30:00.000Z", "QIANNA"),
    ],
    // A zone one hour east.
    (instant) => new Date(instant.getTime() + 3_600_000).toISOString().slice(0, 10),
  )
  expect(rows.map(({ startsDay, startsTurn }) => [startsDay, startsTurn])).toEqual([
    [true, true],
    [false, false],
    [false, true],
    [false, true],
    [true, true],
  ])
})
