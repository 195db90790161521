import { randomBytes } from "node:crypto"
import { chmodSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startS3Server } from "../../core/media/testing/s3Server.ts"
import { type NatsServer, natsServer } from "../../src/chat/testing/natsServer.ts"
import { selfSigned } from "../../src/chat/testing/selfSigned.ts"
import { createConsoleRole, grantConsole } from "../run/consoleRole.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

const S3 = { bucket: "media", accessKey: "quire", secretKey: "a-secret-of-the-bucket", region: "us-east-1" }
const KEY = "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f"

let kit: OpsKit
let nats: NatsServer
let s3: Awaited<ReturnType<typeof startS3Server>>
let smtp: SMTPServer
let cluster: Server
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  kit = await startOpsKit({ MASTER_KEY: KEY })
  nats = await natsServer(["--user", "quire", "--pass", "open"])
  s3 = await startS3Server(S3)
  smtp = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"] })
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve))
  cluster = createServer((_, response) => response.end('{"version":{"number":"3.1.0","distribution":"opensearch"}}'))
  await new Promise<void>((resolve) => cluster.listen(0, "127.0.0.1", resolve))
  env = {
    NATS_URL: nats.url.replace("//", "//quire:open@"),
    S3_URL: s3.url,
    S3_KEY: `${S3.accessKey}:${S3.secretKey}`,
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    SEARCH_URL: `http://127.0.0.1:${portOf(cluster)}`,
  }
})
afterAll(async () => {
  await Promise.all([kit.stop(), nats.stop(), s3.close()])
  smtp.close(() => undefined)
  cluster.close()
})

const portOf = (server: { readonly address: () => unknown }) => (server.address() as AddressInfo).port

/** Runs the check with more variables; findings by the name of their check. */
const check = async (more: NodeJS.ProcessEnv) => {
  const before = { ...kit.env }
  Object.assign(kit.env, env, more)
  try {
    const { code, json, out, err } = await kit.ops("check", "--json")
    const { findings } = json() as unknown as { findings: ReadonlyArray<Record<string, string>> }
    return { code, out, err, of: (name: string) => findings.filter((finding) => finding["check"] === name) }
  } finally {
    for (const name of Object.keys({ ...env, ...more })) delete kit.env[name]
    Object.assign(kit.env, before)
  }
}

it("reaches everything that a right configuration names, and changes nothing", async () => {
  const { code, out, of } = await check({})
  // Databases of tests do not wait for the disk.
  expect(of("database")).toEqual([expect.objectContaining({ status: "warning" })])
  expect(JSON.parse(out)).toMatchObject({ ok: true })
  expect(code).toBe(0)
  for (const name of ["configuration", "addresses", "keys", "clock", "migrations", "nats", "storage", "mail"])
    expect(of(name)).toEqual([expect.objectContaining({ check: name, status: "ok" })])
  expect(of("search")[0]?.["text"]).toContain("opensearch 3.1.0")
  expect(s3.files.size).toBe(0)
})

it("names each variable that cannot be decoded, and exits with 1", async () => {
  const { code, of } = await check({ STAGE: "bogus", PORT: "0x" })
  expect(code).toBe(1)
  expect(of("configuration").map(({ text }) => text)).toEqual([
    expect.stringMatching(/^STAGE is "bogus"/),
    expect.stringMatching(/^PORT is "0x"/),
  ])
})

it("says what to do if servers refuse, and shows no password", async () => {
  const { code, out, of } = await check({
    NATS_URL: `${nats.url.replace("//", "//quire:wrong-secret@")},nats://127.0.0.1:1`,
    S3_KEY: "quire:wrong-secret",
    SEARCH_URL: "http://127.0.0.1:1",
    SMTP_URL: "smtp://quire:wrong-secret@127.0.0.1:1",
  })
  expect(code).toBe(1)
  expect(of("nats").map(({ status }) => status)).toEqual(["problem", "problem"])
  for (const name of ["storage", "search", "mail"])
    expect(of(name)).toEqual([expect.objectContaining({ status: "problem" })])
  for (const { todo } of of("nats")) expect(todo).toMatch(/\w/)
  expect(out).not.toContain("wrong-secret")
})

it("reports a database that does not answer, and a role without a password", async () => {
  const { of } = await check({ DATABASE_URL: "postgres://quire:secret@127.0.0.1:1/quire" })
  expect(of("database")).toEqual([expect.objectContaining({ status: "problem" })])
  expect(of("migrations")).toEqual([])
})

it("looks at the database role of the console", async () => {
  const statusOf = async (url: string) => (await check({ CONSOLE_DATABASE_URL: url })).of("console role")
  expect(await statusOf("")).toEqual([expect.objectContaining({ status: "warning" })])
  expect(await statusOf(kit.url)).toEqual([
    expect.objectContaining({ status: "problem", text: "quire may change the log" }),
  ])
  const consoleUrl = await createConsoleRole(kit.url, `quire_console_${randomBytes(6).toString("hex")}`)
  expect(await statusOf(consoleUrl)).toEqual([expect.objectContaining({ status: "warning" })])
  await grantConsole(kit.url, consoleUrl)
  expect(await statusOf(consoleUrl)).toEqual([expect.objectContaining({ status: "ok" })])
  await kit.sql`alter table es.event disable row level security`
  expect(await statusOf(consoleUrl)).toEqual([
    expect.objectContaining({ status: "problem", text: expect.stringContaining("may append events of anybody") }),
  ])
  await kit.sql`alter table es.event enable row level security`
  expect(await statusOf("postgres://quire_console:secret@127.0.0.1:1/quire")).toEqual([
    expect.objectContaining({ status: "problem" }),
  ])
})

it("looks at each replica by itself", async () => {
  const { code, of } = await check({
    DATABASE_REPLICA_URL: (kit.env["DATABASE_URL"] ?? "").replace("@", "@127.0.0.1:1,"),
  })
  expect(code).toBe(0)
  expect(of("replicas")).toEqual([
    expect.objectContaining({ status: "warning", text: expect.stringContaining("127.0.0.1:1") }),
    expect.objectContaining({ status: "ok", text: expect.stringContaining("is the primary") }),
  ])
})

it("reports migrations that are missing, and a master key of another installation", async () => {
  await kit.sql`delete from meta.migration where number = (select max(number) from meta.migration)`
  await kit.sql`insert into es.subject_key (subject_id, wrapped) values (gen_random_uuid(), decode(repeat('00', 60), 'hex'))`
  const { of } = await check({})
  expect(of("migrations")).toEqual([expect.objectContaining({ status: "warning" })])
  expect(of("master key")).toEqual([expect.objectContaining({ status: "problem" })])
})

it("reports a certificate for another host, and a key that others may read", async () => {
  const { cert, key } = selfSigned()
  const home = kit.env["QUIRE_DATA_DIR"] ?? ""
  const [certFile, keyFile] = [join(home, "chat.pem"), join(home, "chat.key")]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  chmodSync(keyFile, 0o644)
  const { of } = await check({
    CHAT_TLS_CERT: certFile,
    CHAT_TLS_KEY: keyFile,
    CHAT_URL: "wss://chat.elsewhere.example",
    METRICS_TOKEN: KEY,
  })
  expect(of("certificates")[0]?.["text"]).toContain("is not for chat.elsewhere.example")
  expect(of("keys").map(({ text }) => text)).toEqual([
    `others may read ${keyFile}`,
    "MASTER_KEY and METRICS_TOKEN are the same",
  ])
})
