import { expect, it } from "vitest"
import { FakeClock, message } from "../testing/fakes.ts"
import { ANNOUNCE_MS, ScreenReaderQueue } from "./ScreenReaderQueue.ts"

it("reads the first message out at once and announces the following ones together", () => {
  const clock = new FakeClock()
  const said: Array<ReadonlyArray<number>> = []
  const announcer = new ScreenReaderQueue((messages) => said.push(messages.map(({ Seq }) => Seq)), clock.after)
  for (const seq of [1, 2, 3]) announcer.announce(message(seq))
  expect(said).toEqual([[1]])
  clock.pass(ANNOUNCE_MS)
  expect(said).toEqual([[1], [2, 3]])
  clock.pass(10 * ANNOUNCE_MS)
  announcer.announce(message(4))
  expect(said).toEqual([[1], [2, 3], [4]])
})
