/** @module-tag long */
import { writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { zipOf } from "../core/imports/testing/archives.ts"
import { accessibilityProblems, enter, launchBrowser, openPage, sharedSite, type TestSite } from "./lib/index.ts"

let site: TestSite
let browser: Browser
let folder: string

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
  folder = await mkdtemp(join(tmpdir(), "quire-import-"))
  writeFileSync(join(folder, "export.zip"), zipOf("substack"))
  writeFileSync(join(folder, "holiday.zip"), zipOf(null, { "a.exe": "MZ" }))
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true })
})

for (const javaScriptEnabled of [true, false])
  it(`brings posts of another product, as their creator decides (scripts: ${javaScriptEnabled})`, async () => {
    const person = await site.person({})
    const { channelCode } = await makeCreator(site.databaseUrl, person)
    const { page } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled })
    await enter(page.context(), site, person)
    await page.goto("/writers/managechannel")
    await page.getByRole("link", { name: "Import and export" }).click()
    await page.getByRole("heading", { level: 1, name: "Import and export" }).waitFor()
    if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])

    await page.getByLabel("Export file").setInputFiles(join(folder, "holiday.zip"))
    await page.getByRole("button", { name: "Upload and look inside" }).click()
    await page.getByText("This isn’t an export of a product we know.").waitFor({ timeout: 30_000 })

    await page.getByRole("link", { name: "All imports" }).click()
    await page.getByLabel("Export file").setInputFiles(join(folder, "export.zip"))
    await page.getByRole("button", { name: "Upload and look inside" }).click()
    await page.getByText("We found 6 posts.").waitFor({ timeout: 30_000 })
    await page.getByText("Discussion threads have no counterpart here.").waitFor()
    if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
    // Nothing was created yet.
    await page.goto(`/user/${channelCode}`)
    expect(await page.getByText("Tides, and timetables").count()).toBe(0)
    await page.goBack()

    await page.getByLabel(/As they were/).check()
    await page.getByRole("button", { name: "Import", exact: true }).click()
    await page.getByRole("status").getByText("Done").waitFor({ timeout: 60_000 })
    await page.getByRole("link", { name: "With remarks" }).click()
    await page.getByText("Lost text").waitFor()

    await page.goto(`/c/${channelCode}/the-north-channel`)
    await page.getByText("Everyone reads the first lines.").waitFor()
    const { page: guest } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled })
    await guest.goto(`/c/${channelCode}/the-north-channel`)
    await guest.getByText("Everyone reads the first lines.").waitFor()
    expect(await guest.content()).not.toContain("sandbank")
    await guest
      .getByText(/March 1, 2023|Mar 1, 2023/)
      .first()
      .waitFor()
  })
