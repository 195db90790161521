import { describe, expect, it } from "vitest"
import { PageParts } from "./PageParts.ts"

const utf8 = (text: string) => Buffer.from(text)

describe("parts of a page", () => {
  it("stand where their marks were rendered, also twice, one after another and at both ends", () => {
    const parts = new PageParts("secret")
    const [one, other] = [parts.mark(utf8("“eins”")), parts.mark(utf8("二"))]
    expect(parts.fill(utf8(`${one}<p>ü</p>${other}${one}`)).toString()).toBe("“eins”<p>ü</p>二“eins”")
    expect(parts.fill(utf8("<p>no mark</p>")).toString()).toBe("<p>no mark</p>")
  })

  it("may contain the marks of another page, whose parts are never shown", () => {
    const theirs = new PageParts("theirs")
    const mark = theirs.mark(utf8("private"))
    const mine = new PageParts("mine")
    expect(mine.fill(utf8(mark + mine.mark(utf8(mark)))).toString()).toBe(mark + mark)
  })

  it("fails rather than to show a mark that names no part", () => {
    const parts = new PageParts("secret")
    parts.mark(utf8("part"))
    expect(() => parts.fill(utf8("<!--secret:7-->"))).toThrow("names no part")
  })
})
