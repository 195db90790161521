import process from "node:process"
import { startPublisher } from "./server.ts"

/**
 * Many feeds on the loopback interface, some of them faulty, for load tests of an installation:    node
 * scripts/testing/publisher/process.ts --feeds=10000 --port=4480 --latency=100 --faults=0.02  `/0/opml` is their list
 * for `feeds import`; `/0/turn/0.1` adds new items to a tenth of them.
 */
const given = (name: string, standard: number): number => {
  const found = process.argv.find((parameter) => parameter.startsWith(`--${name}=`))
  return found === undefined ? standard : Number(found.slice(name.length + 3))
}

const publisher = await startPublisher({
  feeds: given("feeds", 10_000),
  port: given("port", 4480),
  latencyMs: given("latency", 100),
  faults: given("faults", 0),
  sets: given("sets", 1),
})
const stop = async () => {
  await publisher.close()
  process.exit(0)
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop)
process.once("disconnect", stop)
process.send?.({ port: publisher.port })
console.error(`The publisher serves http://127.0.0.1:${publisher.port}/0/opml`)
