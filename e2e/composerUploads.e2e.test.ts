import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { makeMp4 } from "../core/media/testing/sampleMedia.ts"
import { accessibilityProblems, enter, launchBrowser, openPage, sharedSite, type TestSite } from "./lib/index.ts"

let site: TestSite
let browser: Browser
let folder: string

beforeAll(async () => {
  ;[site, browser, folder] = await Promise.all([
    sharedSite(),
    launchBrowser(),
    mkdtemp(join(tmpdir(), "quire-uploads-")),
  ])
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

type Mode = "Markdown" | "Rich text"
const openComposer = async (mode: Mode): Promise<Page> => {
  const person = await site.person()
  await makeCreator(site.databaseUrl, person)
  const { page } = await openPage(browser, { baseURL: site.origin })
  await enter(page.context(), site, person)
  await page.goto("/writers/compose")
  await page.locator("#title").click()
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor()
  if (mode === "Rich text") {
    await page.getByRole("button", { name: mode }).click()
    await page.locator(".ProseMirror").first().waitFor()
  }
  return page
}
const markdown = (page: Page) => page.locator("textarea[name=preview]").inputValue()
const field = (page: Page) => page.getByRole("textbox", { name: "Public part" })
const uploads = (page: Page) => page.getByRole("list", { name: "Uploads" })
type GivenFile = { readonly name: string; readonly type: string; readonly base64: string }
/** Pastes or drops a file as a person does. */
const give = (page: Page, how: "paste" | "drop", file: GivenFile) =>
  field(page).evaluate(
    (element, { how, name, type, base64 }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type }))
      const { left, top } = element.getBoundingClientRect()
      const at = { bubbles: true, cancelable: true, clientX: left + 20, clientY: top + 20 }
      element.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { ...at, clipboardData: data })
          : new DragEvent("drop", { ...at, dataTransfer: data }),
      )
    },
    { how, ...file },
  )
/** Chooses a file of the disk: an upload is found again by name, size and time. */
const choose = async (page: Page, path: string) => {
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Picture, audio or video" }).first().click()
  await (await chooser).setFiles(path)
}
const fileOf = async (name: string, bytes: Buffer): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}
const PLACED = /^!\[[^\]]*\]\(media:[\da-f-]{36}\)$/

describe.each<Mode>(["Markdown", "Rich text"])("files in the composer (%s)", (mode) => {
  it("are uploaded when a picture is pasted or dropped [S9-007]", async () => {
    const page = await openComposer(mode)
    const png = await sharp({ create: { width: 640, height: 480, channels: 3, background: "teal" } })
      .png()
      .toBuffer()
    const base64 = png.toString("base64")
    await field(page).click()
    await give(page, "paste", { name: "Pier.png", type: "image/png", base64 })
    await expect.poll(() => markdown(page).then((text) => text.trim())).toMatch(PLACED)
    if (mode === "Rich text") {
      await page.locator(".ProseMirror figure img").first().waitFor()
      const image = page.locator(".ProseMirror figure img").first()
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
      await page.getByRole("button", { name: "Edit description" }).click()
      await page.getByRole("dialog").getByLabel("Description").fill("A pier")
      await page.keyboard.press("Enter")
      await expect.poll(() => markdown(page)).toContain("![A pier](media:")
    }
    await give(page, "drop", { name: "Quay.png", type: "image/png", base64 })
    await expect.poll(() => markdown(page)).toMatch(/!\[Quay\.png\]\(media:/)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it("show their progress, and can be cancelled", async () => {
    const page = await openComposer(mode)
    let isHeld = true
    await page.route("**/media/uploads/*", async (route) => {
      if (route.request().method() === "PATCH") await expect.poll(() => isHeld, { timeout: 30_000 }).toBe(false)
      await route.continue().catch(() => {})
    })
    await field(page).click()
    await choose(page, await fileOf("Harbour.mp4", await makeMp4({ packetBytes: 600_000 })))
    await uploads(page).getByText("Uploading Harbour.mp4").waitFor()
    expect(await uploads(page).getByRole("progressbar", { name: "Harbour.mp4" }).count()).toBe(1)
    await expect.poll(() => markdown(page)).toContain("![Harbour.mp4](#")
    await page.getByRole("button", { name: "Cancel upload of Harbour.mp4" }).click()
    await expect.poll(() => markdown(page).then((text) => text.trim())).toBe("")
    await expect.poll(() => uploads(page).count()).toBe(0)
    isHeld = false
  })

  it("continue where they stopped, after the page was reloaded", async () => {
    const page = await openComposer(mode)
    const path = await fileOf("Film.mp4", await makeMp4({ packetBytes: 1_500_000 }))
    let parts = 0
    await page.route("**/media/uploads/*", (route) =>
      route.request().method() === "PATCH" && ++parts > 1 ? route.abort("connectionreset") : route.continue(),
    )
    await field(page).click()
    await choose(page, path)
    await expect.poll(() => parts).toBeGreaterThan(1)
    await page.getByText("All changes are saved").waitFor()
    await page.reload()
    await page.unroute("**/media/uploads/*")
    const offsets: Array<number> = []
    page.on("request", (request) => {
      if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]))
    })
    await page.locator("#title").click()
    if (mode === "Rich text") await page.locator(".ProseMirror").first().waitFor()
    await field(page).click()
    await choose(page, path)
    await expect.poll(() => markdown(page).then((text) => text.trim())).toMatch(PLACED)
    expect(offsets[0]).toBeGreaterThan(0)
  })

  it("are refused with the name of their codec", async () => {
    const page = await openComposer(mode)
    const film = await makeMp4({ video: "hevc" })
    await field(page).click()
    await give(page, "drop", { name: "Tape.mp4", type: "video/mp4", base64: film.toString("base64") })
    const alert = uploads(page).getByRole("alert")
    await alert.waitFor()
    expect(await alert.textContent()).toContain("Not all browsers play H.265 (HEVC).")
    await expect.poll(() => markdown(page).then((text) => text.trim())).toBe("")
    await uploads(page).getByRole("button", { name: "Dismiss" }).click()
    await expect.poll(() => uploads(page).count()).toBe(0)
  })
})
