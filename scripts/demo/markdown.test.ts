import { expect, it } from "vitest"
import { toHtml, toPlain } from "./markdown.ts"

it("gives each figure of a text its own picture and caption", () => {
  expect(toHtml("![one](figure)\n\n![two](figure)", (place) => `/p-${place}.webp`)).toBe(
    '<p><img src="/p-1.webp" alt="one" loading="lazy"></p>\n<p><img src="/p-2.webp" alt="two" loading="lazy"></p>',
  )
})

it("extracts the sentences without tables, code, figures and headings", () => {
  expect(
    toPlain("## Head\n\nOne _two_ & **three**.\n\n| a |\n| --- |\n| b |\n\n~~~\nx\n~~~\n\n![f](figure)\n\n> said"),
  ).toBe("One two & three. said")
})
