import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ResolvedAddress } from "./connect.ts"
import { POLITENESS } from "./hostLimits.ts"
import { type FaultServer, startFaultServer } from "./testing/faultServer.ts"
import * as faults from "./testing/faults.ts"
import { makeTestFetcher } from "./testing/testFetcher.ts"

let server: FaultServer

beforeAll(async () => {
  server = await startFaultServer()
  server.serve("/", faults.page("<rss/>", { connection: "close" }))
  server.serve("/away", (_, response) => {
    response.writeHead(302, { location: `http://rebind.example:${server.port}/`, connection: "close" }).end()
  })
})

afterAll(() => server.close())

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 })

describe("the loopback interface", () => {
  it("is refused unless it is allowed by name and port", async () => {
    const strict = makeTestFetcher({ ports: [server.port] })
    const seen = server.seen.length
    for (const host of [
      "127.0.0.1",
      "localhost",
      "127.1",
      "0x7f000001",
      "2130706433",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "0",
    ]) {
      expect(await strict.refused(`http://${host}:${server.port}/`)).toMatchObject({
        _tag: "BadAddress",
        reason: "private",
      })
    }
    expect(server.seen.length).toBe(seen)
    await strict.close()
  })

  it("is reached if exactly this host and port are allowed", async () => {
    const own = makeTestFetcher({ allowPrivate: [server.host] })
    expect(await own.fetched(server.origin)).toMatchObject({ status: 200 })
    expect(await own.refused(`http://localhost:${server.port}/`)).toMatchObject({ _tag: "BadAddress", reason: "port" })
    await own.close()
  })
})

describe("a name", () => {
  // In these tests the loopback interface acts as the public internet, and all other addresses as the private network.
  const reachable = (answers: ReadonlyArray<ReadonlyArray<ResolvedAddress>>) => {
    let requested = 0
    const own = makeTestFetcher({
      ports: [server.port],
      isPublic: (ip) => ip === "127.0.0.1",
      resolve: async () => answers[Math.min(requested++, answers.length - 1)] ?? [],
    })
    return { ...own, requested: () => requested }
  }
  const url = () => `http://rebind.example:${server.port}/`

  it("that resolves to a private address is refused when connecting", async () => {
    const seen = server.seen.length
    for (const address of ["10.0.0.5", "169.254.169.254", "192.168.1.1", "100.64.0.1"]) {
      const own = makeTestFetcher({ resolve: async () => [v4(address)] })
      expect(await own.refused("http://innocent.example/")).toMatchObject({ _tag: "BadAddress", reason: "private" })
      await own.close()
    }
    const own = makeTestFetcher({ resolve: async () => [{ address: "::ffff:a00:1", family: 6 }] })
    expect(await own.refused("http://innocent.example/")).toMatchObject({ _tag: "BadAddress", reason: "private" })
    await own.close()
    expect(server.seen.length).toBe(seen)
  })

  it("that resolves to a public address first and a private one later is refused when connecting", async () => {
    const own = reachable([[v4("127.0.0.1")], [v4("127.0.0.2")]])
    expect(await own.fetched(url())).toMatchObject({ status: 200 })
    expect(await own.refused(url())).toMatchObject({ _tag: "BadAddress", reason: "private" })
    // One lookup per connection: the checked address is the one that is used.
    expect(own.requested()).toBe(2)
    await own.close()
  })

  it("that becomes private between two hops is refused on the second", async () => {
    const own = reachable([[v4("127.0.0.1")], [v4("127.0.0.2")]])
    expect(await own.refused(`${url()}away`)).toMatchObject({ _tag: "BadAddress", reason: "private", url: url() })
    await own.close()
  })

  it("with a public and a private address is reached at the public one", async () => {
    const own = reachable([[v4("127.0.0.2"), v4("127.0.0.1")]])
    expect(await own.fetched(url())).toMatchObject({ status: 200 })
    await own.close()
  })

  it("without a valid address is not reached", async () => {
    const empty = reachable([[]])
    expect(await empty.refused(url())).toMatchObject({ _tag: "Unreachable", reason: "dns" })
    const odd = reachable([[v4("2130706433")]])
    expect(await odd.refused(url())).toMatchObject({ _tag: "BadAddress", reason: "private" })
    const unknown = makeTestFetcher({
      resolve: () => Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" })),
    })
    expect(await unknown.refused("http://no.such.example/")).toMatchObject({
      _tag: "Unreachable",
      reason: "dns",
      detail: "there is no server of that name",
    })
    await Promise.all([empty.close(), odd.close(), unknown.close()])
  })
})

describe("connections", () => {
  it("are kept alive and reused", async () => {
    const keeping = await startFaultServer()
    const sockets = new Set<unknown>()
    keeping.serve("/", (_, response) => {
      sockets.add(response.socket)
      response.end("<rss/>")
    })
    const own = makeTestFetcher({ allowPrivate: [keeping.host] })
    for (let round = 0; round < 5; round++) await own.fetched(keeping.origin)
    expect(sockets.size).toBeLessThanOrEqual(POLITENESS.hostRequestsMax)
    await own.close()
    await keeping.close()
  })

  it("are limited to two per host, and waiting requests do not time out", async () => {
    const busy = await startFaultServer()
    let open = 0
    let most = 0
    const waiting: Array<() => void> = []
    busy.serve("/", (_, response) => {
      most = Math.max(most, ++open)
      waiting.push(() => {
        open--
        response.end("<rss/>")
      })
      // Both connections are in use; only now may one finish.
      if (open === 2 || busy.seen.length === 7) for (const go of waiting.splice(0)) go()
    })
    const own = makeTestFetcher({ allowPrivate: [busy.host] })
    const all = Array.from({ length: 7 }, () => own.fetched(busy.origin))
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array<number>(7).fill(200))
    expect(most).toBe(POLITENESS.hostRequestsMax)
    await own.close()
    await busy.close()
  })
})

it("a fetcher fails for an invalid allow-list entry", async () => {
  const own = makeTestFetcher({ allowPrivate: ["localhost"] })
  await expect(own.fetched("http://localhost/")).rejects.toThrow('"localhost" is not host:port')
  await own.close()
})
