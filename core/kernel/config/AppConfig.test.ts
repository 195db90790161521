import { Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { readAppSettings, readSettings, variables } from "./AppConfig.ts"

const settings = (env: Record<string, string>) => Result.getOrThrow(readSettings(env))
const refusal = (env: Record<string, string>) => Result.getOrThrow(Result.flip(readSettings(env))).message

describe("readSettings", () => {
  it("has defaults for everything", () => {
    expect(settings({})).toMatchObject({
      stage: "development",
      roles: ["web", "chat", "worker", "keeper", "console"],
      host: "127.0.0.1",
      port: 4321,
      chatPort: 4460,
      chatUrl: "ws://localhost:4460",
      publicOrigin: "http://localhost:4321",
      demo: true,
      databaseUrl: undefined,
      allowPrivateFetch: ["127.0.0.1:4470"],
    })
  })

  it("[S9-015] reads the production host and the test host from the configuration", () => {
    const hosts = { PRODUCTION_HOST: "quire.example.org", TEST_HOST: "test.example.org" }
    expect(settings({ ...hosts, STAGE: "production" }).publicOrigin).toBe("https://quire.example.org")
    expect(settings({ ...hosts, STAGE: "test" }).publicOrigin).toBe("https://test.example.org")
    expect(settings({ ...hosts, STAGE: "production", PUBLIC_ORIGIN: "https://www.example.org" }).publicOrigin).toBe(
      "https://www.example.org",
    )
  })

  it("defaults to port 446 for chat and no demo in production", () => {
    expect(settings({ STAGE: "production", PRODUCTION_HOST: "quire.example.org" })).toMatchObject({
      chatPort: 446,
      chatUrl: "wss://quire.example.org:446",
      demo: false,
      allowPrivateFetch: [],
    })
  })

  it.each<[Record<string, string>, object]>([
    [{ ROLES: "worker, web,worker" }, { roles: ["worker", "web"] }],
    [
      { DEMO: "false", ALLOW_PRIVATE_FETCH: "127.0.0.1:8080, [::1]:99" },
      { demo: false, allowPrivateFetch: ["127.0.0.1:8080", "[::1]:99"] },
    ],
    [{ DEMO_PORT: "5000" }, { allowPrivateFetch: ["127.0.0.1:5000"] }],
    [
      { PORT: "  ", HOST: "" },
      { port: 4321, host: "127.0.0.1" },
    ],
    [{ TRUSTED_PROXIES: "2" }, { trustedProxies: 2, chatTrustedProxies: 2 }],
    [
      { TRUSTED_PROXIES: "2", CHAT_TRUSTED_PROXIES: "1" },
      { trustedProxies: 2, chatTrustedProxies: 1 },
    ],
    [{ TRUSTED_PROXIES: "2", CHAT_TLS_CERT: "/c.pem", CHAT_TLS_KEY: "/k.pem" }, { chatTrustedProxies: 0 }],
    [{ CHAT_URL: "wss://chat.example.org/socket" }, { chatUrl: "wss://chat.example.org/socket" }],
    [{ NATS_URL: "" }, { natsUrl: undefined }],
    [{ CHAT_ECHO: "1" }, { chatEcho: true, chatTls: undefined, natsUrl: undefined }],
    [
      { CHAT_TLS_CERT: "/etc/cert.pem", CHAT_TLS_KEY: "/etc/key.pem" },
      { chatEcho: false, chatTls: { certFile: "/etc/cert.pem", keyFile: "/etc/key.pem" } },
    ],
  ])("reads %o", (env, expected) => {
    expect(settings(env)).toMatchObject(expected)
  })

  it.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["CHAT_PORT", "0"],
    ["ROLES", "web,kitchen"],
    ["STAGE", "staging"],
    ["LOG_LEVEL", "loud"],
    ["LOG_FORMAT", "xml"],
    ["DEMO", "perhaps"],
    ["PUBLIC_ORIGIN", "quire.example.org"],
    ["PUBLIC_ORIGIN", "https://quire.example.org/path"],
    ["ALLOW_PRIVATE_FETCH", "localhost"],
    ["TRUSTED_PROXIES", "many"],
    ["CONTACT_EMAIL", "nobody"],
    ["HOST", "a b"],
    ["AI_URL", "localhost:11434"],
    ["AI_MODEL", "a b"],
    ["AI_DAY_CHARACTERS", "-1"],
    ["TRANSLATE_URL", "ftp://localhost"],
  ])("reports the allowed values for %s=%s", (name, value) => {
    const { allowed } = Object.values(variables).find((variable) => variable.name === name) ?? {}
    expect(refusal({ [name]: value })).toBe(
      `The configuration is wrong:\n  ${name} is "${value}"; allowed is ${allowed}`,
    )
  })

  it("reports several wrong values at once", () => {
    expect(refusal({ PORT: "http", DEMO: "perhaps", LOG_LEVEL: "info" }).split("\n")).toHaveLength(3)
  })

  it("never repeats a secret in an error", () => {
    const message = refusal({
      DATABASE_URL: "mysql://me:hunter2@host/db",
      MASTER_KEY: "abc123",
      AI_KEY: "hunter2 abc",
      NATS_URL: "http://me:hunter2@host",
    })
    expect(message).toContain("DATABASE_URL is not well formed; allowed is a connection string like")
    expect(message).not.toMatch(/hunter2|abc123/)
  })

  it("refuses a certificate without its key, and a key without its certificate", () => {
    const said = "CHAT_TLS_CERT and CHAT_TLS_KEY go together"
    expect(refusal({ CHAT_TLS_CERT: "cert.pem" })).toContain(`CHAT_TLS_KEY is not set; ${said}`)
    expect(refusal({ CHAT_TLS_KEY: "key.pem" })).toContain(`CHAT_TLS_CERT is not set; ${said}`)
    const mail = "BOUNCE_TLS_CERT and BOUNCE_TLS_KEY go together"
    expect(refusal({ BOUNCE_TLS_CERT: "cert.pem" })).toContain(`BOUNCE_TLS_KEY is not set; ${mail}`)
    expect(refusal({ BOUNCE_TLS_KEY: "key.pem" })).toContain(`BOUNCE_TLS_CERT is not set; ${mail}`)
  })

  it("refuses a console with the host of the site in production, because cookies are shared by host", () => {
    const env = { STAGE: "production", PRODUCTION_HOST: "quire.example" }
    expect(refusal({ ...env, CONSOLE_ORIGIN: "https://quire.example:4480" })).toContain("CONSOLE_ORIGIN has the host")
    expect(settings({ ...env, CONSOLE_ORIGIN: "https://ops.quire.example" }).consoleOrigin).toBe(
      "https://ops.quire.example",
    )
  })

  it("refuses an engine without a model, and a model without an engine", () => {
    const said = "AI_URL and AI_MODEL go together"
    expect(refusal({ AI_URL: "http://localhost:11434/v1" })).toContain(`AI_MODEL is not set; ${said}`)
    expect(refusal({ AI_MODEL: "tiny" })).toContain(`AI_URL is not set; ${said}`)
  })

  it("accepts price sources that can reach a quorum, and refuses unknown pairs and invalid JSON pointers", () => {
    const one = { name: "One", url: "https://one.example/t?k=1", time: "/at", prices: { "BTC/USD": "/data/0/a~1b" } }
    const rates = (...sources: ReadonlyArray<object>) => ({ RATE_SOURCES: JSON.stringify(sources) })
    expect(settings({}).rateSources).toEqual([])
    expect(settings(rates(one, { ...one, name: "Two" })).rateSources).toHaveLength(2)
    expect(settings({ ...rates(one), RATE_QUORUM: "1" }).rateSources).toEqual([one])
    const lonely = "RATE_SOURCES tells BTC/USD by fewer sources than RATE_QUORUM (2)"
    for (const sources of [[one], [one, one]]) expect(refusal(rates(...sources))).toContain(lonely)
    for (const wrong of [{ "XMR/USD": "/a" }, { "BTC/USD": "a" }, { "BTC/USD": "/~2" }, {}])
      expect(refusal(rates({ ...one, prices: wrong }))).toContain("RATE_SOURCES is not well formed")
  })

  it("refuses production without a public address", () => {
    expect(refusal({ STAGE: "production" })).toContain("PRODUCTION_HOST, must say where readers reach the site")
  })
})

describe("readAppSettings", () => {
  const provided = { DATABASE_URL: "postgres://me:secret@localhost:5432/quire", MASTER_KEY: "ab".repeat(32) }

  it("reads the database URL and the master key, and redacts both", () => {
    const app = Result.getOrThrow(readAppSettings(provided))
    expect(Redacted.value(app.databaseUrl)).toBe(provided.DATABASE_URL)
    expect(Redacted.value(app.masterKey)).toEqual(new Uint8Array(32).fill(0xab))
    expect(JSON.stringify(app)).not.toMatch(/secret|abab|171/)
  })

  it("reports only the variables that a process needs in addition", () => {
    const { message } = Result.getOrThrow(Result.flip(readAppSettings({})))
    expect(message).toMatch(/DATABASE_URL is not set.*\n.*MASTER_KEY is not set/)
  })
})
