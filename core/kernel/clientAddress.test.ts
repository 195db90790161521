import { expect, it } from "vitest"
import { clientAddressOf, networkOf, sourceOf } from "./clientAddress.ts"

it.each<[string, string, number, string]>([
  ["the socket's without proxies, because the header is a stranger's word", "203.0.113.9", 0, "10.0.0.1"],
  ["the entry of a single proxy", "203.0.113.9", 1, "203.0.113.9"],
  ["never an entry that the client wrote", "1.1.1.1, 203.0.113.9", 1, "203.0.113.9"],
  ["the entry of the outer of two proxies", "1.1.1.1, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
  ["the socket's if there are fewer entries than proxies", "203.0.113.9", 2, "10.0.0.1"],
  ["the socket's without X-Forwarded-For", "", 1, "10.0.0.1"],
  ["found without blank entries", " , 203.0.113.9 ,, ", 1, "203.0.113.9"],
])("the address of a client is %s", (_, forwarded, proxies, address) =>
  expect(clientAddressOf("10.0.0.1", forwarded, proxies)).toBe(address),
)

it.each([
  ["2001:DB8:1:2:aaaa::1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:0db8:0001:0002:0000:0000:0000:ffff", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["192.0.2.1", "192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"],
  ["0000:0000:0000:0000:0000:ffff:c000:0201", "192.0.2.1", "192.0.2.1"],
  ["user:QI1", "user:QI1", "user:QI1"],
  ["", "", ""],
])("rate limits count the address %s by %s and by the larger network %s", (address, source, network) => {
  expect([sourceOf(address), networkOf(address)]).toEqual([source, network])
})
