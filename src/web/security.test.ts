import { describe, expect, it } from "vitest"
import { headersFor, isForeignPost, makeNonce, type RequestContext } from "./security.ts"

const context: RequestContext = {
  nonce: "n0nce",
  https: true,
  allow: { frames: [], connections: [], styles: [], features: [] },
  inline: { scripts: "'sha256-aaa='", styles: "'sha256-bbb='" },
}
const headers = (change: Partial<RequestContext> = {}) => new Map(headersFor({ ...context, ...change }))
const policy = (change: Partial<RequestContext> = {}) =>
  new Map(
    headers(change)
      .get("content-security-policy")
      ?.split("; ")
      .map((directive) => {
        const [name = "", ...values] = directive.split(" ")
        return [name, values.join(" ")]
      }),
  )

describe("the security headers", () => {
  it("allow only scripts and styles of our own, with the nonce, or with a known hash", () => {
    expect(policy().get("default-src")).toBe("'none'")
    expect(policy().get("script-src")).toBe("'self' 'nonce-n0nce' 'sha256-aaa='")
    expect(policy().get("style-src")).toBe("'self' 'nonce-n0nce' 'sha256-bbb='")
    expect(headers().get("content-security-policy")).not.toMatch(/unsafe/)
  })

  it("allow no feature of the browser but those that a page uses", () => {
    expect(headers().get("permissions-policy")).toMatch(
      /^accelerometer=\(\), camera=\(\), .+ usb=\(\), browsing-topics=\(\)$/,
    )
    const allow = { ...context.allow, features: ["camera" as const] }
    expect(headers({ allow }).get("permissions-policy")).toMatch(
      /^accelerometer=\(\), camera=\(self\), display-capture=\(\), /,
    )
  })

  it("forbid framing us, and allow only frames that a page names", () => {
    expect(policy().get("frame-ancestors")).toBe("'none'")
    expect(policy().get("frame-src")).toBe("'none'")
    expect(
      policy({ allow: { frames: ["https://player.example"], connections: [], styles: [], features: [] } }).get(
        "frame-src",
      ),
    ).toBe("https://player.example")
    expect(
      policy({ allow: { frames: [], connections: ["wss://chat.example:446"], styles: [], features: [] } }).get(
        "connect-src",
      ),
    ).toBe("'self' wss://chat.example:446")
  })

  it("require TLS only if the site uses TLS", () => {
    expect(headers().get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains")
    expect(policy().has("upgrade-insecure-requests")).toBe(true)
    expect(headers({ https: false }).has("strict-transport-security")).toBe(false)
    expect(policy({ https: false }).has("upgrade-insecure-requests")).toBe(false)
  })

  it("are complete", () => {
    expect([...headers().keys()].sort()).toEqual([
      "content-security-policy",
      "cross-origin-opener-policy",
      "cross-origin-resource-policy",
      "permissions-policy",
      "referrer-policy",
      "strict-transport-security",
      "x-content-type-options",
      "x-frame-options",
    ])
  })
})

it("use long nonces that never repeat", () => {
  const nonces = Array.from({ length: 100 }, makeNonce)
  expect(new Set(nonces).size).toBe(100)
  expect(nonces.every((nonce) => Buffer.from(nonce, "base64").length === 16)).toBe(true)
})

it.each([
  ["GET", { "sec-fetch-site": "cross-site" }, false],
  ["POST", { "sec-fetch-site": "same-origin" }, false],
  ["POST", { "sec-fetch-site": "none" }, false],
  ["POST", { "sec-fetch-site": "same-site" }, true],
  ["POST", { "sec-fetch-site": "cross-site" }, true],
  ["DELETE", { "sec-fetch-site": "cross-site" }, true],
  ["POST", { origin: "https://quire.example", host: "quire.example" }, false],
  ["POST", { origin: "https://other.example", host: "quire.example" }, true],
  ["POST", { origin: "null", host: "quire.example" }, true],
  ["POST", {}, false],
] as const)("%s with %o is cross-origin: %s", (method, given, foreign) => {
  expect(isForeignPost(method, new Headers(given))).toBe(foreign)
})
