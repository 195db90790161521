import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Chats } from "#core/chat"
import { EventStore, type StoredEvent } from "#core/kernel"
import { claimAttachments, Pictures, UNUSED_MS_MAX } from "#core/media"
import { run } from "#src/process/runtime.ts"
import { sweepPictures } from "#src/worker/media/sweepPictures.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { removePicturesReactor } from "../worker/reactors/pictures.ts"
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
const upload = (
  body: Uint8Array | string,
  token: string | undefined,
  type = "application/octet-stream",
  purpose?: string,
) =>
  kit.send(`/api/Home/UploadImage${purpose === undefined ? "" : `?purpose=${purpose}`}`, {
    method: "POST",
    headers: { "content-type": type },
    body: body as BodyInit,
    ...(token === undefined ? {} : { token }),
  })
const imageOf = async (bytes: Uint8Array) => {
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height }
}

describe("an uploaded picture", () => {
  it("[S7-030] [S7-162] is stored, and served permanently by its key and type", async () => {
    const stored = await upload(await picture(), mara.token)
    expect(stored).toMatchObject({ status: 200, body: { status: true, data: { width: 600, height: 300 } } })
    const { url, avatarUrl } = stored.body.data as unknown as { readonly url: string; readonly avatarUrl: string }
    const header = await kit.get(url)
    expect(await imageOf(header.bytes)).toEqual({ format: "webp", width: 600, height: 300 })
    expect(header.headers.get("cache-control")).toContain("immutable")
    expect(await imageOf((await kit.get(avatarUrl)).bytes)).toEqual({ format: "webp", width: 256, height: 256 })
    const again = await upload(await picture(), mara.token)
    expect(again.body.data).toEqual(stored.body.data)
  })

  it("is refused for guests, and if it is no picture", async () => {
    expect(await upload(await picture(), undefined)).toMatchObject({ status: 401 })
    let isRead = false
    const unread = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          isRead = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const stream = {
      method: "POST",
      body: unread,
      duplex: "half",
      headers: { "content-type": "application/octet-stream" },
    }
    expect(await kit.send("/api/Home/UploadImage", stream as RequestInit)).toMatchObject({ status: 401 })
    expect(isRead).toBe(false)
    for (const body of ["<svg onload='alert(1)'/>", "<!doctype html><p>", "PK\u0003\u0004", "GIF89a<script>"])
      expect(await upload(body, mara.token)).toMatchObject({ status: 422, body: { status: false, data: null } })
    expect(await upload(new Uint8Array(10 * 1024 * 1024 + 1), mara.token)).toMatchObject({ status: 413 })
    expect(await upload(await picture(), mara.token, "text/html")).toMatchObject({ status: 415 })
  })

  it("[S7-034] [S7-074] [S7-163] becomes a person's header image and avatar only through that person", async () => {
    const avatar = (userCode: string) => kit.get(`/api/Home/Avatar?userCode=${userCode}`)
    const made = await avatar(mara.userCode)
    expect(made.headers.get("content-type")).toContain("image/svg+xml")
    expect(made.text).toContain(">ML</text>")
    expect((await avatar(jonas.userCode)).text).not.toContain("<b>")
    expect(await kit.post("/api/Home/LoadHeaderImage", { userCode: mara.userCode })).toMatchObject({ status: 404 })

    const saved = await upload(await picture(), mara.token)
    const { key } = saved.body.data as unknown as { readonly key: string }
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

  it("is drawn while the confirmation of the account is not in the read model yet", async () => {
    const { personId, userCode } = await kit.people.make({})
    await kit.sql`update read.account set activated = false where person_id = ${personId}`
    expect(await kit.get(`/api/Home/Avatar?userCode=${userCode}`)).toMatchObject({ status: 200 })
    expect(await kit.post("/api/Home/LoadHeaderImage", { userCode })).toMatchObject({ status: 404 })
  })

  it("is 404 if it was never uploaded", async () => {
    for (const key of ["0".repeat(20), "..%2f..%2fmaster.key", "x"])
      expect(await kit.get(`/api/Home/Image?key=${key}&type=header`)).toMatchObject({ status: 404 })
    expect(await kit.get(`/api/Home/Image?key=${"0".repeat(20)}&type=other`)).toMatchObject({ status: 400 })
    expect(await kit.get("/api/Home/Avatar?userCode=QI00000000")).toMatchObject({ status: 404 })
    expect(await kit.post("/api/UserProfile/LoadImage", { userCode: "QI00000000" })).toMatchObject({ status: 404 })
  })

  it("replaces the oldest one that is not shown if the profile has the maximum", async () => {
    const lena = await kit.people.make({ displayName: "Lena" })
    const keyOf = async (width: number) =>
      ((await upload(await picture(width, 50), lena.token)).body.data as unknown as { readonly key: string }).key
    const shown = await keyOf(60)
    await kit.post("/api/UserProfile/UpdateUserProfile", { headerImage: shown }, { token: lena.token })
    const [oldest, newer] = [await keyOf(61), await keyOf(62)]
    await kit.sql`update pictures.picture set made_at = made_at - interval '1 day' where key in (${shown}, ${oldest})`
    await kit.sql`insert into pictures.picture (key, person_id, width, height, bytes, made_at)
      select 'other' || n, ${lena.personId}, 50, 50, 50, now() from generate_series(1, 197) as n`
    const keys = [shown, newer, await keyOf(63)]
    const retained = await kit.sql`select key from pictures.picture where key = any(${[...keys, oldest]})`
    expect(retained.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    expect(await kit.get(`/api/Home/Image?key=${oldest}&type=header`)).toMatchObject({ status: 404 })
    expect(await kit.get(`/api/Home/Image?key=${shown}&type=header`)).toMatchObject({ status: 200 })
    await kit.sql`delete from pictures.picture where person_id = ${lena.personId}`
  })

  it("is deleted with its person, from the disk too", async () => {
    const files = () =>
      existsSync(join(home, "pictures")) ? readdirSync(join(home, "pictures"), { recursive: true }) : []
    await upload(await picture(100, 100), jonas.token)
    const before = files().filter((name) => String(name).endsWith(".webp")).length
    await run(Pictures.use(({ forget }) => forget(jonas.personId)))
    expect(files().filter((name) => String(name).endsWith(".webp"))).toHaveLength(before - 2)
    expect(await kit.sql`select 1 from pictures.picture where person_id = ${jonas.personId}`).toHaveLength(0)
  })
})

describe("a picture for a message", () => {
  const bring = async ({ token }: TestPerson) => {
    const { status, body } = await upload(await picture(80, 80), token, undefined, "chat")
    return status === 200 ? (body.data as unknown as { readonly key: string }).key : body.message
  }
  const take = ({ personId }: TestPerson, clientId: string, ...keys: ReadonlyArray<string>) =>
    run(Effect.map(claimAttachments(personId, clientId, keys), (claimed) => claimed !== null))
  const image = (key: string) => kit.get(`/api/Home/Image?key=${key}&type=header`)
  const post = (by: TestPerson, clientId: string, ...pictures: ReadonlyArray<string>) => {
    const room = { scope: "Person", personIds: [by.personId, mara.personId] } as const
    const draft = { by: by.personId, room, clientId, text: "", replyTo: null, pictures }
    return run(Chats.use((chats) => Effect.orDie(chats.post(draft))))
  }

  it("belongs to one message of its sender, not to a profile, and is cached only briefly and privately", async () => {
    const kim = await kit.people.make({ displayName: "Kim" })
    const [one, two] = [await bring(kim), await bring(kim)]
    expect(one).not.toBe(two)
    expect((await image(one)).headers.get("cache-control")).toBe("private, max-age=3600")
    const wear = await kit.post("/api/UserProfile/UpdateUserProfile", { headerImage: one }, { token: kim.token })
    expect(wear).toMatchObject({ status: 404 })
    expect(await take(mara, "c1", one)).toBe(false)
    expect(await take(kim, "c1", one, "0".repeat(20))).toBe(false)
    for (const _ of [1, 2]) expect(await take(kim, "c1", one)).toBe(true)
    expect(await take(kim, "c2", one, two)).toBe(false)
    expect(await take(kim, "c2", two)).toBe(true)
  })

  it("is deleted when the message is removed, and others stay", async () => {
    const lou = await kit.people.make({ displayName: "Lou" })
    const [gone, stored] = [await bring(lou), await bring(lou)]
    for (const [clientId, key] of [
      ["c1", gone],
      ["c2", stored],
    ] as const) {
      expect(await take(lou, clientId, key)).toBe(true)
      await post(lou, clientId, key)
    }
    const room = { scope: "Person", personIds: [lou.personId, mara.personId] } as const
    await run(Chats.use((chats) => Effect.orDie(chats.remove({ by: lou.personId, room, seq: 1 }))))
    const reactor = await run(removePicturesReactor)
    const events = await run(EventStore.use((store) => store.readLog({ after: 0, upTo: 1e9, limit: 1_000 })))
    const removed = events.filter(({ type }) => reactor.types.includes(type))
    // The worker may repeat its work.
    for (const event of [...removed, ...removed]) await reactor.react(event as StoredEvent)
    expect([(await image(gone)).status, (await image(stored)).status]).toEqual([404, 200])
  })

  it("is deleted after a day if no message uses it", async () => {
    const mia = await kit.people.make({ displayName: "Mia" })
    const [unused, refused, said, fresh] = [await bring(mia), await bring(mia), await bring(mia), await bring(mia)]
    await take(mia, "c1", refused)
    await take(mia, "c2", said)
    await post(mia, "c2", said)
    await kit.sql`update pictures.picture set made_at = made_at - ${`${UNUSED_MS_MAX} ms`}::interval
      where key = any(${[unused, refused, said]})`
    for (const _ of [1, 2]) await run(sweepPictures)
    const statuses = await Promise.all([unused, refused, said, fresh].map(image))
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200, 200])
  })

  it("is the cover of a creator's post without taking the place of profile pictures", async () => {
    const ora = await kit.people.make({ displayName: "Ora" })
    const purposeOf = async (bytes: Uint8Array) => {
      const { body } = await upload(bytes, ora.token, undefined, "post")
      const { key } = body.data as unknown as { readonly key: string }
      const [row] = await kit.sql<Array<{ purpose: string }>>`select purpose from pictures.picture where key = ${key}`
      return row?.purpose
    }
    expect(await purposeOf(await picture(80, 80))).toBe("profile")
    await makeCreator(db.url, ora)
    expect(await purposeOf(await picture(81, 81))).toBe("post")
  })

  it("has a daily limit, which profile pictures do not use up", async () => {
    const nia = await kit.people.make({ displayName: "Nia" })
    const insert = (count: number, bytes: number) => kit.sql`
      insert into pictures.picture (key, person_id, width, height, bytes, made_at, purpose, is_kept)
      select ${`of ${bytes} `} || n, ${nia.personId}, 50, 50, ${bytes}, now(), 'chat', false
      from generate_series(1, ${count}::int) as n`
    await insert(1, 100 * 1024 * 1024)
    expect(await bring(nia)).toBe("You have reached today’s limit for pictures. Please try again tomorrow.")
    await kit.sql`delete from pictures.picture where person_id = ${nia.personId}`
    await insert(200, 1)
    expect(await bring(nia)).toMatch(/^You have reached today/)
    expect((await upload(await picture(70, 70), nia.token)).status).toBe(200)
    await kit.sql`update pictures.picture set made_at = made_at - interval '1 day' where person_id = ${nia.personId}`
    expect(await bring(nia)).toMatch(/^m/)
    await kit.sql`delete from pictures.picture where person_id = ${nia.personId}`
  })
})

describe("a file for a message", () => {
  const send = (person: TestPerson, name: string, body: string | Uint8Array) =>
    kit.send(`/api/Message/UploadFile?${new URLSearchParams({ name })}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: body as BodyInit,
      token: person.token,
    })
  type Sent = { readonly key: string; readonly name: string; readonly kind: string; readonly bytes: number }
  const bring = async (person: TestPerson, name = "plan.pdf", body: string | Uint8Array = "%PDF-1.7 the plan") => {
    const { status, body: said } = await send(person, name, body)
    return status === 200 ? (said.data as unknown as { readonly file: Sent }).file : said.message
  }
  const load = (key: string, by?: TestPerson) =>
    kit.post("/api/Message/LoadFile", { key }, by === undefined ? {} : { token: by.token })
  /** Sends the file in the conversation of the two. */
  const post = async (by: TestPerson, to: TestPerson, clientId: string, file: Sent) => {
    const room = { scope: "Person", personIds: [by.personId, to.personId] } as const
    const claimed = await run(claimAttachments(by.personId, clientId, [file.key]))
    if (claimed === null) throw new Error("not claimed")
    await run(
      Chats.use((chats) =>
        Effect.orDie(chats.post({ by: by.personId, room, clientId, text: "", replyTo: null, ...claimed })),
      ),
    )
    return room
  }
  const isStored = async (key: string) =>
    (await kit.sql`select from pictures.picture where key = ${key}`).length === 1 &&
    existsSync(join(home, "pictures", key.slice(0, 2), `${key}.file`))

  it("is downloaded, never shown, by the people of its conversation alone", async () => {
    const [kim, lou, eve] = await Promise.all(
      ["Kim", "Lou", "Eve"].map((displayName) => kit.people.make({ displayName })),
    )
    const file = (await bring(kim as TestPerson)) as Sent
    expect(file).toMatchObject({ name: "plan.pdf", kind: "document", bytes: 17 })
    const seenBy = async () => {
      const answers = await Promise.all([kim, lou, eve, undefined].map((each) => load(file.key, each)))
      return answers.map(({ status }) => status)
    }
    expect(await seenBy()).toEqual([200, 404, 404, 401])
    const room = await post(kim as TestPerson, lou as TestPerson, "f1", file)
    expect(await seenBy()).toEqual([200, 200, 404, 401])
    const { headers, text } = await load(file.key, lou)
    expect(text).toBe("%PDF-1.7 the plan")
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename=\"file\"; filename*=UTF-8''plan.pdf",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "private, no-store",
    })
    // Neither as a picture, nor as that of a profile or of a message of others.
    expect(await kit.get(`/api/Home/Image?key=${file.key}&type=header`)).toMatchObject({ status: 404 })
    expect(await run(claimAttachments((lou as TestPerson).personId, "f2", [file.key]))).toBeNull()
    await run(Chats.use((chats) => Effect.orDie(chats.remove({ by: (kim as TestPerson).personId, room, seq: 1 }))))
    expect(await seenBy()).toEqual([404, 404, 404, 401])
    const reactor = await run(removePicturesReactor)
    const events = await run(EventStore.use((store) => store.readLog({ after: 0, upTo: 1e9, limit: 1_000 })))
    for (const event of events.filter(({ type }) => reactor.types.includes(type)))
      await reactor.react(event as StoredEvent)
    expect(await isStored(file.key)).toBe(false)
  })

  it("is refused if it is no file that people send, too large or empty", async () => {
    const ned = await kit.people.make({ displayName: "Ned" })
    const markup = "<!doctype html><script>alert(1)</script>"
    for (const body of [markup, "<svg onload='alert(1)'/>", "GIF89a=1;alert(1)//", "MZ\u0000\u0001", ""])
      expect(await send(ned, "report.pdf", body)).toMatchObject({ status: 422, body: { data: null } })
    expect(await send(ned, "a.txt", new Uint8Array(20 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
    expect(await kit.send("/api/Message/UploadFile", { method: "POST", body: "Hello" })).toMatchObject({ status: 401 })
  })

  it("has a name without path, controls and turned direction, and with the ending of its content", async () => {
    const ora = await kit.people.make({ displayName: "Ora" })
    const nameOf = async (name: string, body?: string) => ((await bring(ora, name, body)) as Sent).name
    expect(await nameOf("../../etc/pass\u0000wd.pdf")).toBe("pass wd.pdf")
    expect(await nameOf("photo\u202egpj.exe")).toBe("photogpj.exe.pdf")
    expect(await nameOf("C:\\Windows\\run.bat", "@echo off")).toBe("run.bat.txt")
    const key = ((await bring(ora, "a\"b\r\n计划 (1)'.pdf")) as Sent).key
    expect((await load(key, ora)).headers.get("content-disposition")).toBe(
      "attachment; filename=\"file\"; filename*=UTF-8''a%22b%20%20%E8%AE%A1%E5%88%92%20%281%29%27.pdf",
    )
  })

  it("is deleted after a day without a message, and with its person", async () => {
    const pia = await kit.people.make({ displayName: "Pia" })
    const [unused, sent] = [(await bring(pia)) as Sent, (await bring(pia)) as Sent]
    await post(pia, mara, "f1", sent)
    await kit.sql`update pictures.picture set made_at = made_at - ${`${UNUSED_MS_MAX} ms`}::interval
      where person_id = ${pia.personId}`
    for (const _ of [1, 2]) await run(sweepPictures)
    expect([await isStored(unused.key), await isStored(sent.key)]).toEqual([false, true])
    await run(Pictures.use(({ forget }) => forget(pia.personId)))
    expect(await isStored(sent.key)).toBe(false)
  })

  it("has a daily limit and a limit in all", async () => {
    const quin = await kit.people.make({ displayName: "Quin" })
    const insert = (count: number, bytes: number) => kit.sql`
      insert into pictures.picture (key, person_id, width, height, bytes, made_at, purpose, is_kept, name, kind)
      select ${`file ${bytes} `} || n, ${quin.personId}, 0, 0, ${bytes}, now(), 'file', true, 'a.txt', 'text'
      from generate_series(1, ${count}::int) as n`
    await insert(100, 1)
    expect(await bring(quin)).toMatch(/^You have reached the limit/)
    await kit.sql`update pictures.picture set made_at = made_at - interval '1 day' where person_id = ${quin.personId}`
    expect(await bring(quin)).toMatchObject({ name: "plan.pdf" })
    await insert(103, 20 * 1024 * 1024)
    await kit.sql`update pictures.picture set made_at = made_at - interval '1 day' where person_id = ${quin.personId}`
    expect(await bring(quin)).toMatch(/^You have reached the limit/)
  })
})
