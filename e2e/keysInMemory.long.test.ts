import { createPublicKey } from "node:crypto"
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect } from "#core/kernel"
import { makeHpke, privateKeyOf } from "../core/identity/keeper/hpke.ts"
import { sampleDocument } from "../core/identity/testing/sampleDocument.ts"
import { type OwnSite, startSite } from "./lib/index.ts"

const CHUNK_BYTES = 16 * 1024 * 1024
const KEY_BYTES = 32

const home = mkdtempSync(join(tmpdir(), "quire-keys-"))
let site: OwnSite
beforeAll(async () => {
  site = await startSite({ env: { ROLES: "web,worker,keeper", QUIRE_DATA_DIR: home } })
}, 300_000)
afterAll(async () => {
  await site?.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Whether the memory of a process contains these bytes anywhere. */
const memoryIncludes = (pid: number, wanted: Buffer): boolean => {
  const regions = readFileSync(`/proc/${pid}/maps`, "latin1").matchAll(/^([0-9a-f]+)-([0-9a-f]+) r\S+ /gm)
  const memory = openSync(`/proc/${pid}/mem`, "r")
  const chunk = Buffer.alloc(CHUNK_BYTES)
  try {
    for (const [, from, to] of regions)
      for (let at = BigInt(`0x${from}`); at < BigInt(`0x${to}`); at += BigInt(CHUNK_BYTES - KEY_BYTES)) {
        const length = Number(BigInt(`0x${to}`) - at)
        if (chunk.subarray(0, readRegion(memory, chunk, at, length)).includes(wanted)) return true
      }
    return false
  } finally {
    closeSync(memory)
  }
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
