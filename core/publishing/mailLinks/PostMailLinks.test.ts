import { describe, expect, it } from "vitest"
import { MAIL_LINK_DAYS, makeMailLinks } from "./PostMailLinks.ts"

const links = makeMailLinks(Buffer.alloc(32, 7))
const mailed = { postId: "01890000-0000-7000-8000-0000000000aa", personId: "01890000-0000-7000-8000-000000000001" }
const nowMs = Date.UTC(2026, 10, 26)
const token = links.tokenOf(mailed, nowMs)

describe("the link of a letter", () => {
  it("opens the post for its recipient until it is too old", () => {
    expect(links.read(token, nowMs)).toEqual(mailed)
    expect(links.read(token, nowMs + MAIL_LINK_DAYS * 86_400_000)).toEqual(mailed)
    expect(links.read(token, nowMs + (MAIL_LINK_DAYS + 1) * 86_400_000)).toBeNull()
  })
  it("opens nothing if one character differs, or in another installation", () => {
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === "A" ? "B" : "A"
      const changed = links.read(token.slice(0, at) + other + token.slice(at + 1), nowMs)
      // The last character has bits that no byte has.
      if (at < token.length - 1) expect(changed).toBeNull()
    }
    expect(makeMailLinks(Buffer.alloc(32, 8)).read(token, nowMs)).toBeNull()
    for (const wrong of ["", token.slice(1), `${token}A`, token.toUpperCase()])
      expect(links.read(wrong, nowMs)).toBeNull()
  })
})
