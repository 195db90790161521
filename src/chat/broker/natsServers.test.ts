import { expect, it } from "vitest"
import { natsServers } from "./natsServers.ts"

it.each([
  ["nats://one:4222", { servers: ["one:4222"] }],
  ["nats://one", { servers: ["one"] }],
  ["nats://[::1]:4222/", { servers: ["[::1]:4222"] }],
  ["nats://one:4222, nats://two:4223", { servers: ["one:4222", "two:4223"] }],
  ["nats://quire:p%40ss@one:4222,nats://two:4222", { servers: ["one:4222", "two:4222"], user: "quire", pass: "p@ss" }],
  ["nats://s3cret@one:4222", { servers: ["one:4222"], token: "s3cret" }],
  ["nats://one:4222,tls://two:4222", { servers: ["one:4222", "two:4222"], tls: {} }],
])("reads the servers of %s", (text, servers) => {
  expect(natsServers(text)).toEqual(servers)
})
