import { describe, expect, it } from "vitest"
import { Admission } from "./admission.ts"

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
  ])("for the site %s admits the origin %j unless %s", (site, origin, refusal) => {
    expect(new Admission(site).enter("192.0.2.1", origin)).toBe(refusal)
  })

  it("limits sockets per address and in total", () => {
    const admission = new Admission("https://quire.example.org", { connectionsMax: 3, perAddressMax: 2 })
    const enter = (address: string) => admission.enter(address, "")
    expect([enter("a"), enter("a"), enter("a")]).toEqual([undefined, undefined, "address"])
    expect([enter("b"), enter("c")]).toEqual([undefined, "full"])
    admission.leave("a")
    expect([admission.connections, enter("a")]).toEqual([2, undefined])
  })

  it("counts an IPv6 /64 as one source and limits its /48", () => {
    const admission = new Admission("https://quire.example.org", { perAddressMax: 2, perNetworkMax: 3 })
    const enter = (address: string) => admission.enter(address, "")
    expect([enter("2001:db8:1:1::1"), enter("2001:db8:1:1::2"), enter("2001:db8:1:1::3")]).toEqual([
      undefined,
      undefined,
      "address",
    ])
    expect([enter("2001:db8:1:2::1"), enter("2001:db8:1:3::1")]).toEqual([undefined, "address"])
    expect(enter("2001:db8:2:1::1")).toBeUndefined()
    admission.leave("2001:db8:1:1::1")
    expect(enter("2001:db8:1:3::1")).toBeUndefined()
  })
})
