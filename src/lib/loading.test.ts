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

it("[S2-085] covers the page, with a text where there is one, until the last task is done", () => {
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
