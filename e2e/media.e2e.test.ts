import { readFileSync } from "node:fs"
import { connect } from "node:net"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { makeMp4 } from "../core/media/testing/sampleMedia.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  notice,
  openPage,
  sharedSite,
  type TestSite,
} from "./lib/index.ts"

const FILES = "/writers/files"
const WEBM = readFileSync(new URL("../scripts/demo/media/long-simmer.webm", import.meta.url))

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(() => browser?.close())

const makeOwner = async (): Promise<TestPerson> => {
  const person = await site.person()
  await makeCreator(site.databaseUrl, person)
  return person
}
const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(page.context(), site, person)
  return page
}
/** Sends a request of the upload protocol as a person. */
const send = ({ token }: TestPerson, method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.origin}${path}`, {
    method,
    headers: { "tus-resumable": "1.0.0", cookie: `quire_session=${token}`, ...headers },
  })

describe("the files of a creator", () => {
  it("are uploaded in parts, continue after a broken connection, and can be deleted", { tags: ["long"] }, async () => {
    const page = await openAs(await makeOwner())
    let parts = 0
    await page.route("**/media/uploads/*", (route) =>
      route.request().method() === "PATCH" && ++parts === 2 ? route.abort("connectionreset") : route.continue(),
    )
    await page.goto("/writers/managechannel")
    await page.getByRole("link", { name: "Files" }).click()
    await page.getByRole("heading", { level: 1, name: "Files" }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const buffer = await makeMp4({ packetBytes: 1_500_000 })
    await page.getByLabel("File", { exact: true }).setInputFiles({ name: "Harbour.mp4", mimeType: "video/mp4", buffer })
    await page.getByRole("button", { name: "Upload" }).click()
    await page.getByText("Harbour.mp4").first().waitFor()
    await page.getByText("640 × 360").waitFor()
    expect(parts).toBeGreaterThan(3)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole("link", { name: "Delete: Harbour.mp4" }).click()
    await page.getByRole("heading", { name: "Delete “Harbour.mp4”?" }).waitFor()
    await page.getByRole("button", { name: "Delete" }).click()
    await notice(page, "File deleted").waitFor()
    await page.getByText("No files yet").waitFor()
  })

  it("are uploaded and deleted without scripts", async () => {
    const page = await openAs(await makeOwner(), { javaScriptEnabled: false })
    await page.goto(FILES)
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "Simmer.webm", mimeType: "video/webm", buffer: WEBM })
    await page.getByRole("button", { name: "Upload" }).click()
    await page.getByText("Uploaded. The file is being checked.").waitFor()
    const isListed = async () => {
      await page.goto(FILES)
      return page.getByRole("link", { name: "Delete: Simmer.webm" }).count()
    }
    await expect.poll(isListed).toBe(1)
    await page.getByRole("link", { name: "Delete: Simmer.webm" }).click()
    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByText("No files yet").waitFor()
  })

  it("play in the browser, from any place, by a link of their creator alone", async () => {
    const [owner, other] = [await makeOwner(), await site.person()]
    const page = await openAs(owner)
    await page.goto(FILES)
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "Simmer.webm", mimeType: "video/webm", buffer: WEBM })
    await page.getByRole("button", { name: "Upload" }).click()
    const link = page.getByRole("link", { name: "Open: Simmer.webm" })
    await link.waitFor()
    const url = (await link.getAttribute("href")) ?? ""
    const ranges: Array<string> = []
    page.on("request", (request) => ranges.push(request.headers()["range"] ?? ""))
    const place = await page.evaluate(async (src) => {
      const video = document.createElement("video")
      Object.assign(video, { src, muted: true })
      document.body.append(video)
      await video.play()
      video.currentTime = video.duration / 2
      await new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }))
      return [video.videoWidth > 0, video.currentTime > 0]
    }, url)
    expect(place).toEqual([true, true])
    expect(ranges.some((range) => range.startsWith("bytes="))).toBe(true)
    const part = await page.request.get(url, { headers: { range: "bytes=0-99" } })
    expect([part.status(), part.headers()["content-range"]]).toEqual([206, `bytes 0-99/${WEBM.length}`])
    expect(part.headers()["content-security-policy"]).toContain("sandbox")
    expect((await page.request.get(url, { headers: { range: `bytes=${WEBM.length}-` } })).status()).toBe(416)
    expect((await (await openAs(other)).request.get(url)).status()).toBe(404)
  })

  it("are refused with the codec that browsers do not play", async () => {
    const page = await openAs(await makeOwner())
    await page.goto(FILES)
    const buffer = await makeMp4({ video: "hevc" })
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "phone.mov", mimeType: "video/quicktime", buffer })
    await page.getByRole("button", { name: "Upload" }).click()
    await page.getByRole("status").filter({ hasText: "H.265 (HEVC)" }).waitFor()
    await page.goto(FILES)
    await page.getByRole("button", { name: "Remove from list: phone.mov" }).click()
    await page.getByText("No files yet").waitFor()
    expect(await page.getByText("H.265 (HEVC)").count()).toBe(0)
  })
})

it("an upload keeps what arrived before its socket died", async () => {
  const owner = await makeOwner()
  const begun = await send(owner, "POST", "/media/uploads", { "upload-length": "6000000" })
  const path = begun.headers.get("location") ?? ""
  const { hostname, port } = new URL(site.origin)
  const socket = connect(Number(port), hostname)
  const head = [
    `PATCH ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Cookie: quire_session=${owner.token}`,
    "Tus-Resumable: 1.0.0",
    "Upload-Offset: 0",
    "Content-Type: application/offset+octet-stream",
    "Content-Length: 6000000",
  ]
  socket.write(`${head.join("\r\n")}\r\n\r\n`)
  await new Promise<void>((resolve) => socket.write(Buffer.alloc(3_000_000), () => resolve()))
  const offsetOf = async () => Number((await send(owner, "HEAD", path)).headers.get("upload-offset"))
  socket.end()
  await expect.poll(offsetOf).toBeGreaterThan(0)
  const offset = await offsetOf()
  const rest = await fetch(`${site.origin}${path}`, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      cookie: `quire_session=${owner.token}`,
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    },
    body: Buffer.alloc(6_000_000 - offset),
  })
  expect([rest.status, rest.headers.get("upload-offset")]).toEqual([204, "6000000"])
})

it("only people with a channel upload, and pages of other sites do not upload for them", async () => {
  const [reader, owner] = [await site.person(), await makeOwner()]
  const create = (person: TestPerson, headers: Record<string, string> = {}) =>
    send(person, "POST", "/media/uploads", { "upload-length": "10", ...headers })
  expect((await create(reader)).status).toBe(403)
  expect((await create({ ...reader, token: "" })).status).toBe(401)
  expect((await create(owner, { origin: "https://evil.example" })).status).toBe(403)
  expect((await create(owner)).status).toBe(201)
})
