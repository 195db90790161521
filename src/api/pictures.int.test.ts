import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Pictures } from "#core/pictures"
import { run } from "#src/server/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

const home = mkdtempSync(join(tmpdir(), "quire-pictures-"))
let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let jonas: TestPerson

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, env: { QUIRE_DATA_DIR: home } })
  ;[mara, jonas] = await Promise.all([
    kit.people.make({ displayName: "Mara Lind" }),
    kit.people.make({ displayName: "<b>Jonas</b> Weiß" }),
  ])
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  rmSync(home, { recursive: true })
})

const picture = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: "#0a6" } })
    .jpeg()
    .toBuffer()
const upload = (body: Uint8Array | string, token: string | undefined, type = "application/octet-stream") =>
  kit.send("/api/Home/UploadImage", {
    method: "POST",
    headers: { "content-type": type },
    body: body as BodyInit,
    ...(token === undefined ? {} : { token }),
  })
const imageOf = async (bytes: Uint8Array) => {
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height }
}

describe("a picture that somebody brings", () => {
  it("[S7-030] [S7-162] is kept, and answered by its key and type for good", async () => {
    const kept = await upload(await picture(), mara.token)
    expect(kept).toMatchObject({ status: 200, body: { status: true, data: { width: 600, height: 300 } } })
    const { url, avatarUrl } = kept.body.data as unknown as { readonly url: string; readonly avatarUrl: string }
    const header = await kit.get(url)
    expect(await imageOf(header.bytes)).toEqual({ format: "webp", width: 600, height: 300 })
    expect(header.headers.get("cache-control")).toContain("immutable")
    expect(await imageOf((await kit.get(avatarUrl)).bytes)).toEqual({ format: "webp", width: 256, height: 256 })
    const again = await upload(await picture(), mara.token)
    expect(again.body.data).toEqual(kept.body.data)
  })

  it("is refused to guests, and as anything but a picture", async () => {
    expect(await upload(await picture(), undefined)).toMatchObject({ status: 401 })
    for (const body of ["<svg onload='alert(1)'/>", "<!doctype html><p>", "PK\u0003\u0004", "GIF89a<script>"])
      expect(await upload(body, mara.token)).toMatchObject({ status: 422, body: { status: false, data: null } })
    expect(await upload(new Uint8Array(10 * 1024 * 1024 + 1), mara.token)).toMatchObject({ status: 413 })
    expect(await upload(await picture(), mara.token, "text/html")).toMatchObject({ status: 415 })
  })

  it("[S7-034] [S7-074] [S7-163] is a person's header image and avatar once they say so, and nobody else may", async () => {
    const avatar = (userCode: string) => kit.get(`/api/Home/Avatar?userCode=${userCode}`)
    const made = await avatar(mara.userCode)
    expect(made.headers.get("content-type")).toContain("image/svg+xml")
    expect(made.text).toContain(">ML</text>")
    expect((await avatar(jonas.userCode)).text).not.toContain("<b>")
    expect(await kit.post("/api/Home/LoadHeaderImage", { userCode: mara.userCode })).toMatchObject({ status: 404 })

    const kept = await upload(await picture(), mara.token)
    const { key } = kept.body.data as unknown as { readonly key: string }
    const wear = (headerImage: string, { token }: TestPerson) =>
      kit.post("/api/UserProfile/UpdateUserProfile", { headerImage }, { token })
    expect(await wear(key, jonas)).toMatchObject({ status: 404 })
    expect(await wear("0".repeat(20), jonas)).toMatchObject({ status: 404 })
    expect(await wear(key, mara)).toMatchObject({ status: 200 })

    const header = await kit.post("/api/Home/LoadHeaderImage", { userCode: mara.userCode })
    expect(await imageOf(header.bytes)).toMatchObject({ format: "webp", width: 600 })
    expect(await imageOf((await avatar(mara.userCode)).bytes)).toMatchObject({ width: 256 })
    const profile = (type: string) => kit.post("/api/UserProfile/LoadImage", { userCode: mara.userCode, type })
    expect(await imageOf((await profile("header")).bytes)).toMatchObject({ width: 600 })
    expect(await imageOf((await profile("avatar")).bytes)).toMatchObject({ width: 256 })
  })

  it("is not there where nobody brought it", async () => {
    for (const key of ["0".repeat(20), "..%2f..%2fmaster.key", "x"])
      expect(await kit.get(`/api/Home/Image?key=${key}&type=header`)).toMatchObject({ status: 404 })
    expect(await kit.get(`/api/Home/Image?key=${"0".repeat(20)}&type=other`)).toMatchObject({ status: 400 })
    expect(await kit.get("/api/Home/Avatar?userCode=QI00000000")).toMatchObject({ status: 404 })
    expect(await kit.post("/api/UserProfile/LoadImage", { userCode: "QI00000000" })).toMatchObject({ status: 404 })
  })

  it("goes with its person, from the disk too", async () => {
    const files = () =>
      existsSync(join(home, "pictures")) ? readdirSync(join(home, "pictures"), { recursive: true }) : []
    await upload(await picture(100, 100), jonas.token)
    const before = files().filter((name) => String(name).endsWith(".webp")).length
    await run(Pictures.use(({ forget }) => forget(jonas.personId)))
    expect(files().filter((name) => String(name).endsWith(".webp"))).toHaveLength(before - 2)
    expect(await kit.sql`select 1 from pictures.picture where person_id = ${jonas.personId}`).toHaveLength(0)
  })
})
