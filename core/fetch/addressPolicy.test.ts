import { describe, expect, it } from "vitest"
import { makeAddressPolicy, refusalOfUrl } from "./addressPolicy.ts"

const strict = makeAddressPolicy({ allowPrivate: [] })
const lenient = makeAddressPolicy({ allowPrivate: ["LocalHost:4400", "127.0.0.1:4401", "[::1]:4402", "10.0.0.7:80"] })

describe("the address policy checks an address before its name is resolved", () => {
  it.each([
    ["ftp://example.com/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["gopher://example.com/", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["https://name@example.com/", "credentials"],
    ["https://name:word@example.com/", "credentials"],
    ["https://example.com:22/", "port"],
    ["http://example.com:8080/", "port"],
    ["http://127.0.0.1/", "private"],
    ["http://2130706433/", "private"],
    ["http://0x7f000001/", "private"],
    ["http://0x7f.1/", "private"],
    ["http://0177.0.0.1/", "private"],
    ["http://017700000001/", "private"],
    ["http://127.1/", "private"],
    ["http://127.0.0.1./", "private"],
    ["http://%31%32%37.0.0.1/", "private"],
    ["http://127。0。0。1/", "private"],
    ["http://①②⑦.⓪.⓪.①/", "private"],
    ["http://0/", "private"],
    ["http://[::1]/", "private"],
    ["http://[::]/", "private"],
    ["http://[0:0:0:0:0:0:0:1]/", "private"],
    ["http://[::ffff:127.0.0.1]/", "private"],
    ["http://[::ffff:a9fe:a9fe]/", "private"],
    ["http://[64:ff9b::7f00:1]/", "private"],
    ["http://[fd00:ec2::254]/", "private"],
    ["http://169.254.169.254/latest/meta-data/", "private"],
  ])("and refuses %s because of its %s", (url, reason) => expect(refusalOfUrl(strict, new URL(url))).toBe(reason))

  it.each(["https://example.com/", "http://example.com:80/", "https://93.184.216.34/", "https://[2606:4700::1111]/"])(
    "and allows %s",
    (url) => expect(refusalOfUrl(strict, new URL(url))).toBeNull(),
  )
})

describe("the allow-list permits a private target", () => {
  it.each([
    "http://localhost:4400/",
    "http://127.0.0.1:4401/",
    "http://[::1]:4402/",
    "http://[0::1]:4402/",
    "http://10.0.0.7/",
  ])("%s", (url) => expect(refusalOfUrl(lenient, new URL(url))).toBeNull())

  it.each([
    ["http://localhost:4401/", "port"],
    ["http://127.0.0.1:4400/", "port"],
    ["http://127.0.0.1/", "private"],
    ["http://10.0.0.7:443/", "private"],
  ])("but not %s", (url, reason) => expect(refusalOfUrl(lenient, new URL(url))).toBe(reason))
})

it.each([
  "localhost",
  "http://localhost:80",
  "localhost:port",
  "a b:80",
  "",
  ":80",
  "localhost:99999",
  "a@b:80",
  "a:80/x",
])("the address policy names an invalid allow-list entry: %s", (entry) =>
  expect(() => makeAddressPolicy({ allowPrivate: [entry] })).toThrow(entry),
)
