import { describe, expect, it } from "vitest"
import { Admission, clientAddress } from "./admission.ts"

describe("Admission", () => {
  it.each([
    ["https://quire.example.org", "https://quire.example.org", undefined],
    ["https://quire.example.org", "", undefined],
    ["https://quire.example.org", "https://evil.example.org", "origin"],
    ["https://quire.example.org", "http://quire.example.org", "origin"],
    ["https://quire.example.org", "null", "origin"],
    ["http://localhost:4321", "http://127.0.0.1:4321", undefined],
    ["http://localhost:4321", "http://[::1]:4321", undefined],
    ["http://localhost:4321", "http://localhost:9999", "origin"],
  ])("of %s lets %j in unless %s", (site, origin, refusal) => {
    expect(new Admission(site).enter("192.0.2.1", origin)).toBe(refusal)
  })

  it("holds so many of one address and so many in all", () => {
    const admission = new Admission("https://quire.example.org", { connectionsMax: 3, perAddressMax: 2 })
    const enter = (address: string) => admission.enter(address, "")
    expect([enter("a"), enter("a"), enter("a")]).toEqual([undefined, undefined, "address"])
    expect([enter("b"), enter("c")]).toEqual([undefined, "full"])
    admission.leave("a")
    expect([admission.connections, enter("a")]).toEqual([2, undefined])
  })
})

describe("clientAddress", () => {
  it.each([
    ["192.0.2.1", "203.0.113.9", 0, "192.0.2.1"],
    ["192.0.2.1", "", 1, "192.0.2.1"],
    ["192.0.2.1", "203.0.113.9", 1, "203.0.113.9"],
    ["192.0.2.1", "10.0.0.1, 203.0.113.9", 1, "203.0.113.9"],
    ["192.0.2.1", "10.0.0.1, 203.0.113.9, 198.51.100.2", 2, "203.0.113.9"],
    ["192.0.2.1", "203.0.113.9", 3, "203.0.113.9"],
  ])("behind %s with %j and %i proxies is %s", (socket, forwarded, proxies, address) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(address)
  })
})
