import { afterEach, expect, it } from "vitest"
import { freePort } from "../../../scripts/run/ports.ts"
import { type NatsServer, natsServer } from "../testing/natsServer.ts"
import type { Broker } from "./Broker.ts"
import { natsBroker } from "./natsBroker.ts"

const CREDENTIALS = ["--user", "quire", "--pass", "p@ss"]

const opened: Array<Broker | NatsServer> = []
afterEach(async () => {
  for (const one of opened.splice(0)) await ("close" in one ? one.close() : one.stop())
})

/** A broker that records the payloads it receives. */
const listener = (url: string, name: string) => {
  const received: Array<unknown> = []
  const broker = natsBroker({ url, name, log: () => undefined })
  broker.subscribe("words", (payload) => received.push(payload))
  opened.push(broker)
  return { broker, received }
}
const withCredentials = ({ url }: NatsServer) => url.replace("//", "//quire:p%40ss@")

it("brokers of a cluster go on over another server when theirs is lost", async () => {
  const [left, right] = [await freePort(), await freePort()]
  const inCluster = (own: number, other: number) =>
    natsServer([
      ...[...CREDENTIALS, "--cluster_name", "quire", "--cluster", `nats://127.0.0.1:${own}`],
      ...["--routes", `nats://127.0.0.1:${other}`],
    ])
  const first = await inCluster(left, right)
  const second = await inCluster(right, left)
  opened.push(first, second)
  const urls = [first, second].map(withCredentials).join(",")
  const [one, other] = [listener(urls, "one"), listener(urls, "other")]
  await expect.poll(() => [one.broker.isConnected, other.broker.isConnected]).toEqual([true, true])
  let said = 0
  const isHeard = async () => {
    one.broker.publish("words", { number: ++said })
    return other.received.some((payload) => (payload as { readonly number: number }).number === said - 1)
  }
  await expect.poll(isHeard).toBe(true)
  await first.stop()
  said += 100
  await expect.poll(isHeard, { timeout: 10_000 }).toBe(true)
  expect(one.received).toEqual([])
}, 30_000)

it("a broker is not connected without the right password, or without the encryption that its address asks for", async () => {
  const server = await natsServer(CREDENTIALS)
  opened.push(server)
  const warned: Array<string> = []
  const open = (url: string) => {
    const broker = natsBroker({ url, name: "one", log: (_, __, details) => warned.push(JSON.stringify(details)) })
    opened.push(broker)
    return broker
  }
  const refused = [open(server.url), open(withCredentials(server).replace("p%40ss", "wrong"))]
  await expect.poll(() => warned.filter((text) => /authorization/i.test(text)).length).toBeGreaterThanOrEqual(2)
  refused.push(open(withCredentials(server).replace("nats:", "tls:")))
  await expect.poll(() => warned.some((text) => text.includes("'tls'"))).toBe(true)
  expect(refused.map(({ isConnected }) => isConnected)).toEqual([false, false, false])
  expect(warned.join()).not.toContain("p@ss")
})
