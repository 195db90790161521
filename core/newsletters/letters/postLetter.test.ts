import { describe, expect, it } from "vitest"
import { type PostInLetter, writePostLetter } from "./postLetter.ts"

const post: PostInLetter = {
  ...{ title: "Tides", channelName: "Harbour Notes", text: "Dawn.", isLocked: false, isOpened: false, isTest: false },
  html: '<p>Dawn. &lt;img src=x&gt;</p><img src="https://quire.example/media/1/image" alt="A boat" loading="lazy">',
}
const links = { origin: "https://quire.example", readUrl: "https://quire.example/c/C1/tides/?mail=" }
const write = (more: Partial<PostInLetter> = {}, locale = "en") => writePostLetter({ ...post, ...more }, links, locale)

describe("a post as a letter", () => {
  it("fits its pictures to the screen, and touches no text that looks like one", () => {
    const { html } = write()
    expect(html).toContain(
      '<img style="max-width:100%;height:auto" src="https://quire.example/media/1/image" alt="A boat"',
    )
    expect(html).toContain("&lt;img src=x&gt;")
  })

  it("loads nothing but the pictures of its post: no pixel, no style sheet, no font", () => {
    const { html } = write({ html: "<p>Dawn.</p>" })
    expect(html).not.toMatch(/<(?:img|link|script|iframe|style)\b|url\(/)
  })

  it("says at its beginning that the whole post is open now, and in its subject that it is a test", () => {
    const { subject, text, html } = write({ isOpened: true, isTest: true }, "de")
    expect(subject).toBe("[Test] Tides")
    for (const each of [text, html]) expect(each).toContain("Sie können diesen Beitrag jetzt ganz lesen.")
    expect(write().text).not.toContain("now. Before")
  })
})
