import { chromium } from "playwright-core"
import { findChromium } from "../../run/chromium.ts"
import { freePort } from "../../run/ports.ts"

/** Starts a headless Chromium with a debugging port, for tools that bring no browser. */
export async function launchBrowserServer(): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error("There is no Chromium here; npm test installs one.")
  const port = await freePort()
  const args = [
    `--remote-debugging-port=${port}`,
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-dev-shm-usage",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ]
  const browser = await chromium.launch({ executablePath, args, headless: true })
  return { port, close: () => browser.close() }
}
