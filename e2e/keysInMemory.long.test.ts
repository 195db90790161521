import { createPublicKey } from "node:crypto"
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect } from "#core/kernel"
import { makeHpke, privateKeyOf } from "../core/identity/keeper/hpke.ts"
import { sampleDocument } from "../core/identity/testing/sampleDocument.ts"
import { samplePdf } from "../core/identity/testing/samplePdf.ts"
import { type OwnSite, startSite } from "./lib/index.ts"

const CHUNK_BYTES = 16 * 1024 * 1024
/** A mark and its distance to the next one. */
const MARK_BYTES = 64
const MARKS = 12_000

const home = mkdtempSync(join(tmpdir(), "quire-keys-"))
/** A busy machine searches the memory of a process for a minute. */
const SEARCH_MS_MAX = 120_000
/**
 * Buffers of 64 kB into which Node reads sockets, some of them freed: nothing of the product can overwrite what the last
 * requests left there. Measured: 65 to 190 kB of a file of 768 kB.
 */
const RUNTIME_BYTES_MAX = 4 * 65_536
let site: OwnSite
beforeAll(async () => {
  site = await startSite({ env: { ROLES: "web,worker,keeper", QUIRE_DATA_DIR: home } })
}, 900_000)
afterAll(async () => {
  await site?.stop()
  rmSync(home, { recursive: true, force: true })
})

/** The memory of a process, in pieces that overlap by the length of what is searched for. */
function* memoryOf(pid: number, overlap: number): Generator<Buffer> {
  const regions = readFileSync(`/proc/${pid}/maps`, "latin1").matchAll(/^([0-9a-f]+)-([0-9a-f]+) r\S+ /gm)
  const memory = openSync(`/proc/${pid}/mem`, "r")
  const chunk = Buffer.alloc(CHUNK_BYTES)
  try {
    for (const [, from, to] of regions)
      for (let at = BigInt(`0x${from}`); at < BigInt(`0x${to}`); at += BigInt(CHUNK_BYTES - overlap)) {
        const length = Number(BigInt(`0x${to}`) - at)
        yield chunk.subarray(0, readRegion(memory, chunk, at, length))
      }
  } finally {
    closeSync(memory)
  }
}
const memoryIncludes = (pid: number, wanted: Buffer): boolean =>
  memoryOf(pid, wanted.length).some((piece) => piece.includes(wanted))

/** How many marks of this name the memory of a process contains. */
const marksIn = (pid: number, name: string): number => {
  let found = 0
  for (const piece of memoryOf(pid, name.length - 1))
    for (let at = piece.indexOf(name); at !== -1; at = piece.indexOf(name, at + 1)) found += 1
  return found
}
/** Regions of devices cannot be read, and others may be gone by now. */
const readRegion = (memory: number, into: Buffer, at: bigint, length: number): number => {
  try {
    return readSync(memory, into, 0, Math.min(length, into.length), at)
  } catch {
    return 0
  }
}

const call = (name: string, token: string, body: object | Uint8Array<ArrayBuffer>, query = "") =>
  fetch(`${site.origin}/api/UserProfile/${name}${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": body instanceof Uint8Array ? "application/octet-stream" : "application/json",
    },
    body: body instanceof Uint8Array ? body : JSON.stringify(body),
  })

/** What the key of a document is bound to. */
const bindingOf = async (documentId: string): Promise<Buffer> => {
  const sql = connect(site.databaseUrl, { connectionsMax: 1 })
  const [found] = await sql<Array<{ checkId: string; personId: string }>>`
    select data->>'checkId' as "checkId", data->>'personId' as "personId" from es.event
    where type = 'identity.DocumentAdded.v1' and data->>'docId' = ${documentId}`
  await sql.end()
  const binding = [found?.checkId, found?.personId, documentId, "passport", "front"]
  return Buffer.from(["quire identity", 1, ...binding].join("\n"))
}

it("the memory and the environment of the web process have no key that opens a document, also right after its upload", async () => {
  const { token } = await site.person()
  const statement = { fullName: "Anna Eriksson", birthDate: "1974-08-12", countryCode: "SE", consent: true, level: 2 }
  expect((await call("BeginKYC", token, statement)).status).toBe(200)
  const bytes = new Uint8Array(await sampleDocument())
  const uploaded = await call("UploadIdentityImage", token, bytes, "?kind=passport&side=front&countryCode=se")
  expect(uploaded.status).toBe(200)
  const { documentId } = ((await uploaded.json()) as { readonly data: { readonly documentId: string } }).data

  const pair = JSON.parse(readFileSync(join(home, "keeper", "key-pair.json"), "utf8")) as {
    readonly privateKey: string
  }
  const secret = Buffer.from(pair.privateKey, "base64")
  const stored = readFileSync(join(home, "keeper", "documents", documentId.slice(-2), documentId), "utf8")
  const wrapped = JSON.parse(stored) as { readonly enc: string; readonly sealed: string }
  const message = { enc: Buffer.from(wrapped.enc, "base64"), sealed: Buffer.from(wrapped.sealed, "base64") }
  const own = privateKeyOf(secret)
  const keeperPair = { privateKey: own, publicKey: createPublicKey(own) }
  const key = makeHpke(Buffer.from("quire identity document v1")).open(keeperPair, message, await bindingOf(documentId))

  const [web, keeper] = [site.pidOf("web") ?? 0, site.pidOf("keeper") ?? 0]
  // The search finds what is there: the session's token, and the keeper's own key.
  expect([memoryIncludes(web, Buffer.from(token)), memoryIncludes(keeper, secret)]).toEqual([true, true])
  for (const wanted of [secret, Buffer.from(pair.privateKey), key]) expect(memoryIncludes(web, wanted)).toBe(false)
  expect(readFileSync(`/proc/${web}/environ`).includes(pair.privateKey)).toBe(false)
})

const formOf = (file: Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ kind: "proofOfAddress", side: "front", countryCode: "se" }))
    form.append(name, value)
  form.append("image", new Blob([file]), "letter.pdf")
  return form
}

it.each(["call", "form"] as const)(
  "the memory of the web process has no copy of a document after its upload by a %s, but pieces in a few buffers of the runtime",
  async (way) => {
    const { token } = await site.person()
    const statement = { fullName: "Anna Eriksson", birthDate: "1974-08-12", countryCode: "SE", consent: true, level: 3 }
    expect((await call("BeginKYC", token, statement)).status).toBe(200)
    // In pieces, so that this text is in no other memory.
    const name = ["plain", way, "document"].join("-")
    const marks = Array.from({ length: MARKS }, (_, part) => `${name} ${part}`.padEnd(MARK_BYTES, "."))
    const file = new Uint8Array(await samplePdf(1, { compress: false, info: { Keywords: marks.join("") } }))
    expect(Buffer.from(file).includes(`${name} ${MARKS - 1}.`)).toBe(true)
    const web = site.pidOf("web") ?? 0
    const uploaded =
      way === "call"
        ? await call("UploadIdentityImage", token, file, "?kind=proofOfAddress&side=front&countryCode=se")
        : await fetch(`${site.origin}/settings/identity`, {
            ...{ method: "POST", body: formOf(file), redirect: "manual" },
            headers: { cookie: `quire_session=${token}`, origin: site.origin },
          })
    expect(uploaded.status).toBe(way === "call" ? 200 : 303)
    // The search finds what is there.
    expect([memoryIncludes(web, Buffer.from(token)), marksIn(process.pid, name) > MARKS]).toEqual([true, true])
    await expect
      .poll(() => marksIn(web, name) * MARK_BYTES, { timeout: SEARCH_MS_MAX })
      .toBeLessThanOrEqual(RUNTIME_BYTES_MAX)
  },
)
