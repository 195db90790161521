import { expect, it } from "vitest"
import { HttpStatus, TimedOut, Unreachable } from "../../fetch/refusals.ts"
import { OwnNetwork, UNREACHED_HOSTS_MIN } from "./OwnNetwork.ts"

const url = (index: number) => `https://host${index}.example/feed`
const dns = (index: number) => new Unreachable({ url: url(index), reason: "dns", detail: "no such name" })

it("is to blame when nobody can be reached, and no more as soon as anybody can", () => {
  const network = new OwnNetwork()
  for (let index = 1; index < UNREACHED_HOSTS_MIN; index++) expect(network.isToBlame(dns(index))).toBe(false)
  expect(network.isToBlame(new TimedOut({ url: url(0), phase: "connect" }))).toBe(true)
  expect(network.isToBlame(dns(1))).toBe(true)
  expect(network.isToBlame(new HttpStatus({ url: url(99), status: 404, retryAfterSeconds: null }))).toBe(false)
  expect(network.isToBlame(dns(1))).toBe(false)
})

it("is not to blame for one host with many feeds, nor for servers that answer badly", () => {
  const network = new OwnNetwork()
  for (let index = 0; index < 3 * UNREACHED_HOSTS_MIN; index++) expect(network.isToBlame(dns(1))).toBe(false)
  for (let index = 0; index < 3 * UNREACHED_HOSTS_MIN; index++) {
    expect(network.isToBlame(new Unreachable({ url: url(index), reason: "refused", detail: "" }))).toBe(false)
    expect(network.isToBlame(new TimedOut({ url: url(index), phase: "body" }))).toBe(false)
  }
})

it("is not to blame while some can be reached between", () => {
  const network = new OwnNetwork()
  for (let index = 0; index < 3 * UNREACHED_HOSTS_MIN; index++) {
    if (index % 4 === 0) network.reached()
    expect(network.isToBlame(dns(index))).toBe(false)
  }
})
