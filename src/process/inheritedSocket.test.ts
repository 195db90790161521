import { expect, it } from "vitest"
import { inheritedSocket } from "./inheritedSocket.ts"

it("takes the socket of the supervisor or of a systemd unit, but not that of another process", () => {
  const own = String(process.pid)
  expect(inheritedSocket({ LISTEN_FDS: "1" })).toBe(3)
  expect(inheritedSocket({ LISTEN_FDS: "1", LISTEN_PID: own })).toBe(3)
  expect(inheritedSocket({ LISTEN_FDS: "1", LISTEN_PID: `${own}0` })).toBeUndefined()
  expect(inheritedSocket({ LISTEN_FDS: "0" })).toBeUndefined()
  expect(inheritedSocket({ LISTEN_FDS: "x" })).toBeUndefined()
  expect(inheritedSocket({})).toBeUndefined()
})
