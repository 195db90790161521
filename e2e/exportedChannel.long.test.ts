import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { makeMp4 } from "../core/media/testing/sampleMedia.ts"
import { spawnOps } from "../scripts/ops/testing/opsKit.ts"
import { makeTestHome } from "../scripts/testing/home.ts"
import { callerAddress } from "./lib/browser.ts"
import { enter, launchBrowser, type OwnSite, openPage, readMail, startSite } from "./lib/index.ts"
import { MAILBOX_TOKEN } from "./lib/site.ts"

/** Nothing of the first installation is known to the second one, its master key neither. */
const OTHER_KEY = "3b".repeat(32)
const ENV = { TRUSTED_PROXIES: "1", METRICS_TOKEN: MAILBOX_TOKEN }
const PASSWORD = "a sentence about harbours"
const folder = makeTestHome()

let first: OwnSite
let second: OwnSite
let browser: Browser

beforeAll(async () => {
  ;[first, second, browser] = await Promise.all([
    startSite({ env: ENV }),
    startSite({ env: { ...ENV, MASTER_KEY: OTHER_KEY } }),
    launchBrowser(),
  ])
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await Promise.all([first?.stop(), second?.stop()])
})

type Session = Pick<TestPerson, "token">
const send = (site: OwnSite, { token }: Session, path: string, init: RequestInit = {}) =>
  fetch(new URL(path, site.origin), {
    ...init,
    headers: {
      "x-forwarded-for": callerAddress(),
      ...{ authorization: `Bearer ${token}`, cookie: `quire_session=${token}` },
      ...init.headers,
    },
  })
const call = async <Data>(site: OwnSite, person: Session, path: string, body: object): Promise<Data> => {
  const headers = { "content-type": "application/json" }
  const answer = await send(site, person, `/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  const { data, message } = (await answer.json()) as { data: Data; message: string }
  expect(answer.status, `${path}: ${message}`).toBe(200)
  return data
}

/** Uploads a file as the page of files does, and waits until it was examined. */
const upload = async (person: Session, name: string, bytes: Buffer): Promise<string> => {
  const tus = { "tus-resumable": "1.0.0", origin: first.origin }
  const metadata = `filename ${Buffer.from(name).toString("base64")}`
  const begun = await send(first, person, "/media/uploads", {
    method: "POST",
    headers: { ...tus, "upload-length": String(bytes.length), "upload-metadata": metadata },
  })
  const path = new URL(begun.headers.get("location") ?? "", first.origin).pathname
  const sent = await send(first, person, path, {
    method: "PATCH",
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: bytes as never,
  })
  expect(sent.status).toBe(204)
  const page = async () => (await send(first, person, "/writers/files")).text()
  await expect.poll(page, { timeout: 60_000 }).toContain(`/media/${path.split("/").at(-1)}/`)
  return path.split("/").at(-1) ?? ""
}

type Content = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly title: string
  readonly customTitle: string
}

/** A post as another installation must have it: identities of posts and files differ, and names of files in links. */
const comparable = (content: Content) => {
  const { title, preview, gated, levelId, languageCode, tags, series, customTitle, chosenTitle, published } = content
  const { subscribersDays, everyoneDays, contentStatusId, coverUrl } = content
  const plain = (text: unknown) => String(text ?? "").replaceAll(/media:[\da-f-]{36}/g, "media:")
  return {
    // A draft has no address yet, but the one that is chosen for it.
    ...{ title, levelId, languageCode, tags, series, published, contentStatusId, address: customTitle || chosenTitle },
    ...{ subscribersDays, everyoneDays, preview: plain(preview), gated: plain(gated), hasCover: coverUrl !== "" },
  }
}

const mediaIdsIn = (content: Content): ReadonlyArray<string> =>
  Array.from(`${content["preview"]}${content["gated"] ?? ""}`.matchAll(/media:([\da-f-]{36})/g), ([, id = ""]) => id)

/** The posts of a channel with what their creator reads, and the files that stand in them, by kind and content. */
const contentsOf = async (site: OwnSite, person: Session) => {
  const filter = { page: 1, pageSize: 50 }
  const { contents } = await call<{ contents: ReadonlyArray<Content> }>(site, person, "Feed/ListContent", { filter })
  const whole = await Promise.all(
    contents.map(async ({ id }) => {
      // Without a change it answers what the composer shows.
      const { content } = await call<{ content: Content }>(site, person, "Feed/UpdateContent", { contentId: id })
      const files = await Promise.all(mediaIdsIn(content).map((mediaId) => fileOf(site, person, mediaId)))
      return { ...comparable(content), files }
    }),
  )
  return whole.toSorted((one, other) => (one.title < other.title ? -1 : 1))
}

/** Pictures are encoded again where they arrive: they have the same points. Sounds and films are the same to the byte. */
const fileOf = async (site: OwnSite, person: Session, mediaId: string) => {
  const page = await (await send(site, person, "/writers/files")).text()
  const [, address = ""] = new RegExp(`href="([^"]*/media/${mediaId}/[^"]*)"`).exec(page) ?? []
  const answer = await send(site, person, address.replaceAll("&#38;", "&").replaceAll("&amp;", "&"))
  expect(answer.status, mediaId).toBe(200)
  const type = answer.headers.get("content-type")
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (type !== "image/webp") return { type, digest: createHash("sha256").update(bytes).digest("hex") }
  const { width, height } = await sharp(bytes).metadata()
  const { dominant } = await sharp(bytes).stats()
  return { type, width, height, dominant }
}

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .png()
    .toBuffer()

/** A channel with what posts can have: files in both parts, levels that open, series, covers, all states. */
const makeChannel = async () => {
  const mara = await first.person({ displayName: "Mara Voss" })
  const channel = await makeCreator(first.databaseUrl, mara)
  const write = (body: object) => call<{ content: Content }>(first, mara, "Feed/createContent", body)
  const [pier, boat, horn] = [
    await upload(mara, "Pier.png", await picture("#246")),
    await upload(mara, "Boat.png", await picture("#a11")),
    await upload(mara, "Foghorn.m4a", await makeMp4({ video: null, seconds: 5 })),
  ]
  const stored = await send(first, mara, "/api/Home/UploadImage?purpose=post", {
    ...{ method: "POST", headers: { "content-type": "application/octet-stream" } },
    body: (await picture("#5a5")) as never,
  })
  const { data } = (await stored.json()) as { data: { key: string } }
  await write({
    title: 'Tides: "and" timetables',
    preview: `Everyone reads *this*.\n\n![The pier](media:${pier} "Two boats")\n\n![Foghorn](media:${horn})\n\n| a | b |\n| --- | --- |\n| 1 | 2 |`,
    gated: `What the pilots say.\n\n![Boat](media:${boat})\n\nA note.[^1]\n\n[^1]: Here.`,
    ...{ levelId: 3, languageCode: "DE", tags: ["Ports", "a: b"], series: "Harbours", customTitle: "tides" },
    ...{ subscribersDays: 7, everyoneDays: 30, contentStatusId: 3, cover: data.key },
  })
  await write({ title: "For subscribers", preview: "Short.", gated: "Long.", levelId: 2, contentStatusId: 3 })
  await write({ title: "灯塔", preview: "每天早上六点。", languageCode: "CN", series: "Harbours", contentStatusId: 3 })
  await write({ title: "Unfinished", preview: "A draft.", customTitle: "my-draft" })
  return { mara, channel }
}

/** Signs up in the second installation, and becomes a creator there. */
const joinSecond = async (): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: second.origin })
  const email = "mara@elsewhere.example"
  const post = (path: string, body: object) =>
    fetch(`${second.origin}/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": callerAddress() },
      body: JSON.stringify(body),
    })
  expect((await post("User/SignUp", { email, password: PASSWORD })).status).toBe(200)
  const { link } = await readMail(second, email, "activation")
  const activated = await post("User/activation", { token: new URL(link).searchParams.get("link") })
  const { data } = (await activated.json()) as { data: { token: string } }
  const { token } = data
  await enter(page.context(), second, { token } as TestPerson)
  await page.goto("/")
  const dialog = page.getByRole("dialog", { name: "One more step" })
  await dialog.getByLabel("Display name").fill("Mara Voss")
  await dialog.locator("label.chip").first().click()
  await dialog.getByRole("button", { name: "OK" }).click()
  await dialog.waitFor({ state: "detached" })
  const form = { subject: "Harbour Notes", about: "Weekly essays about small ports.", languageCodes: ["EN"] }
  await call(second, { token }, "UserProfile/ApplyContentCreator", form)
  const userCode = (await page.locator("html").getAttribute("data-member")) ?? ""
  const approved = spawnOps({ DATABASE_URL: second.databaseUrl, MASTER_KEY: OTHER_KEY, PUBLIC_ORIGIN: second.origin }, [
    ...["channels", "approve", userCode, "--yes"],
  ])
  const { code, err } = await approved.ended
  expect(code, err).toBe(0)
  const welcome = page.locator("#welcome[open]")
  await page.addLocatorHandler(welcome, () => welcome.getByRole("button", { name: "Close" }).click())
  return page
}

it("an export of a channel arrives whole in a fresh installation: posts, files, gated parts, levels, dates and addresses", {
  timeout: 300_000,
}, async () => {
  const { mara, channel } = await makeChannel()
  const before = await contentsOf(first, mara)
  expect(before).toHaveLength(4)
  const exported = await send(first, mara, `/media/export/${channel.channelId}.zip`)
  expect(exported.status).toBe(200)
  const archive = join(folder, "export.zip")
  writeFileSync(archive, Buffer.from(await exported.arrayBuffer()))

  const page = await joinSecond()
  await page.goto("/writers/import")
  await page.getByLabel("Export file").setInputFiles(archive)
  await page.getByRole("button", { name: "Upload and look inside" }).click()
  await page.getByText("We found 4 posts.").waitFor({ timeout: 60_000 })
  await page.getByLabel(/As they were/).check()
  await page.getByRole("button", { name: "Import", exact: true }).click()
  await page.getByRole("status").getByText("Done").waitFor({ timeout: 120_000 })

  const [cookie] = await page.context().cookies(second.origin)
  const owner = { token: cookie?.value ?? "" }
  expect(await contentsOf(second, owner)).toEqual(before)

  // A guest of the new installation reads what guests read of the old one.
  const { contents } = await call<{ contents: ReadonlyArray<{ content: Content & { link: string } }> }>(
    second,
    owner,
    "Feed/ListContentWithCreator",
    {},
  )
  const { page: guest } = await openPage(browser, { baseURL: second.origin })
  await guest.goto(contents.find(({ content }) => content.customTitle === "tides")?.content.link ?? "")
  await guest.getByText("Everyone reads").waitFor()
  const image = guest.locator("#article img").first()
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(await guest.content()).not.toContain("pilots")
})
