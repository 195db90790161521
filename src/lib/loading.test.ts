import { beforeEach, expect, it, vi } from "vitest"
import { hideLoading, showLoading } from "./loading.ts"

const line = { textContent: "" }
const overlay = {
  open: false,
  querySelector: () => line,
  showModal: () => {
    overlay.open = true
  },
  close: () => {
    overlay.open = false
  },
}

beforeEach(() =>
  vi.stubGlobal("document", { querySelector: (selector: string) => (selector === "#loading" ? overlay : null) }),
)

it("[S2-085] the loading overlay covers the page, with an optional text, until the last task ends", () => {
  showLoading("Reading the list")
  expect(overlay.open).toBe(true)
  expect(line.textContent).toBe("Reading the list")
  showLoading()
  expect(line.textContent).toBe("")
  hideLoading()
  expect(overlay.open).toBe(true)
  hideLoading()
  expect(overlay.open).toBe(false)
})
