import { partsByTime } from "#contract/subscriptions"
import { forgetReadingTimes, readingTimes } from "./readingTimes.ts"

// Fills the table of a rule that is shared by reading time with what this browser measured, and the form that uses it.

const MINUTE_S = 60
const WHOLE = 1_000

const { lang } = document.documentElement
const minutes = new Intl.NumberFormat(lang, { style: "unit", unit: "minute", maximumFractionDigits: 0 })
const percent = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 })

const show = (section: HTMLElement): void => {
  const { starts = "", floor = "", cap = "" } = section.dataset
  const rows = [...section.querySelectorAll<HTMLElement>("[data-channel]")]
  const times = readingTimes(
    rows.map((row) => row.dataset["channel"] ?? ""),
    Number(starts),
  )
  const parts = partsByTime(times, { floor: Number(floor), cap: Number(cap) })
  const fill = (row: HTMLElement | undefined, name: string, text: string) => {
    const cell = row?.querySelector(`[data-${name}]`)
    if (cell) cell.textContent = text
  }
  for (const [place, row] of rows.entries()) {
    fill(row, "read", minutes.format(Math.round((times[place] ?? 0) / MINUTE_S)))
    fill(row, "part", parts === null ? "–" : percent.format((parts[place] ?? 0) / WHOLE))
    const input = row.querySelector("input")
    if (input !== null) input.value = String(parts?.[place] ?? 0)
  }
  for (const needing of section.querySelectorAll<HTMLElement>("[data-if-measured]")) needing.hidden = parts === null
  for (const needing of section.querySelectorAll<HTMLElement>("[data-if-empty]")) needing.hidden = parts !== null
}

for (const section of document.querySelectorAll<HTMLElement>("[data-reading-share]")) {
  show(section)
  section.querySelector("[data-forget]")?.addEventListener("click", () => {
    forgetReadingTimes()
    show(section)
    const output = section.querySelector("output")
    if (output !== null) output.textContent = output.dataset["forgotten"] ?? ""
  })
}
