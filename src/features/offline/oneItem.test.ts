import { expect, it } from "vitest"
import { ITEMS_END, itemMark } from "../../lib/offline.ts"
import { oneItem } from "./oneItem.ts"

const id = (letter: string) => letter.repeat(20)
const page = `<h1>Kept</h1>${itemMark(id("a"))}<details>A</details>${itemMark(id("b"))}<details>B</details>${ITEMS_END}<footer>`

it("is cut out of the page that holds all", () => {
  expect(oneItem(page, id("a"))).toBe(`<h1>Kept</h1>${itemMark(id("a"))}<details open>A</details>${ITEMS_END}<footer>`)
  expect(oneItem(page, id("b"))).toBe(`<h1>Kept</h1>${itemMark(id("b"))}<details open>B</details>${ITEMS_END}<footer>`)
})

it.each([id("c"), "", "-->", "a"])("%s is not among them", (itemId) => expect(oneItem(page, itemId)).toBeNull())
