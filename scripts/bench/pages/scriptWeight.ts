import { gzipSync } from "node:zlib"
import { launchBrowser, openPage } from "../../../e2e/lib/browser.ts"

/** Kilobytes of gzipped script that a reading page has loaded. */
export interface ScriptWeight {
  readonly before: number
  /** After following a feed and previewing another: everything that a reading page can load. */
  readonly after: number
}

/** Opens a page in a browser, waits until it is idle, then uses every interactive part. Counts inline scripts too. */
export async function scriptWeight(origin: string, path: string): Promise<ScriptWeight> {
  const browser = await launchBrowser()
  try {
    const { page } = await openPage(browser, { baseURL: origin })
    const sizes: Array<Promise<number>> = []
    page.on("response", (response) => {
      if (response.request().resourceType() === "script" && response.ok())
        sizes.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.goto(path, { waitUntil: "networkidle" })
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll("script:not([src])")].map(({ textContent }) => textContent).join("\n"),
    )
    const weigh = async () =>
      ((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) + gzipSync(inline).length) / 1024
    const before = await weigh()
    await page.locator("main form[data-feed] button").first().click()
    await page.locator("#first-follow[open] button[command=close]").last().click()
    await page.locator("main a[data-preview]").first().click()
    await page.locator("dialog.drawer[open] li").first().waitFor()
    return { before, after: await weigh() }
  } finally {
    await browser.close()
  }
}
