import { expect, it, vi } from "vitest"

const location = { href: "https://quire.example/newsfeeds" }
vi.stubGlobal("location", location)
vi.stubGlobal("history", { state: null, pushState: vi.fn(), replaceState: vi.fn(), back: vi.fn() })
vi.stubGlobal("document", { documentElement: { lang: "en" }, querySelector: () => null })
vi.mock("./loadPreview.ts", () => ({ loadPreview: async () => undefined }))

const { closeDrawer, openDrawer } = await import("./drawer.ts")
const { $drawer } = await import("./state.ts")

it("[S2-081] keeps showDrawer, feedId, title, url, description, claimFeedBtn and claimFeedOn", () => {
  const closed = {
    showDrawer: false,
    feedId: "",
    title: "",
    url: "",
    description: "",
    claimFeedBtn: false,
    claimFeedOn: false,
  }
  expect($drawer.get()).toEqual(closed)
  const feedId = "0123456789abcdefghjk"
  openDrawer(feedId, { title: "The Harbour Letter", url: "https://harbour.example/" })
  const shown = { ...closed, feedId, title: "The Harbour Letter", url: "https://harbour.example/" }
  expect($drawer.get()).toEqual({ ...shown, showDrawer: true })
  closeDrawer()
  expect($drawer.get()).toEqual(shown)
})
