import type { IncomingMessage } from "node:http"
import { expect, it } from "vitest"
import { clientAddressOf } from "./clientAddress.ts"

const asked = (forwarded?: string) =>
  ({
    socket: { remoteAddress: "10.0.0.1" },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as Pick<IncomingMessage, "headers" | "socket">

it.each<[string, string | undefined, number, string]>([
  ["no proxies: the header is a stranger's word", "203.0.113.9", 0, "10.0.0.1"],
  ["one proxy: what it wrote", "203.0.113.9", 1, "203.0.113.9"],
  ["one proxy: not what the client wrote before it", "1.1.1.1, 203.0.113.9", 1, "203.0.113.9"],
  ["two proxies: what the outer one wrote", "1.1.1.1, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
  ["fewer entries than proxies: whoever connected", "203.0.113.9", 2, "10.0.0.1"],
  ["nothing forwarded: whoever connected", undefined, 1, "10.0.0.1"],
  ["blank entries do not count", " , 203.0.113.9 ,, ", 1, "203.0.113.9"],
])("%s", (_, forwarded, proxies, address) => expect(clientAddressOf(asked(forwarded), proxies)).toBe(address))
