import { expect, it } from "vitest"
import { isSummaryOnly } from "./isSummaryOnly.ts"

const item = {
  contentHtml: null,
  summary: null,
  link: "https://press.example/1",
  contentType: "article",
  enclosures: [],
  videoUrl: null,
}
const LONG = `<p>${"Many words of a story. ".repeat(100)}</p>`

it.each([
  ["no body at all", {}, true],
  ["a summary that ends in dots", { summary: "In short…" }, true],
  ["a complete note", { contentHtml: "<p>In short.</p>" }, false],
  ["a complete summary", { summary: "In short." }, false],
  ["a whole article", { contentHtml: LONG }, false],
  ["a long teaser that ends in dots", { contentHtml: `${LONG}<p>And then […]</p>` }, true],
  ["a long teaser that invites", { contentHtml: `${LONG}<p><a href="/x">Weiterlesen »</a></p>` }, true],
  ["a link that is not a web page", { link: "mailto:a@b.example" }, false],
  ["no page", { link: null }, false],
  ["an episode", { enclosures: [{ url: "https://x.example/1.mp3", type: "audio/mpeg", lengthBytes: null }] }, false],
  ["a film", { videoUrl: "https://vimeo.com/1" }, false],
])("%s: %o", (_, change, expected) => expect(isSummaryOnly({ ...item, ...change })).toBe(expected))
