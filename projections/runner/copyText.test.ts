import { describe, expect, it } from "vitest"
import { is } from "./Column.ts"
import { copiedTime, copyValue, unescapeCopiedJson, unescapeCopy } from "./copyText.ts"

describe("COPY's text format", () => {
  it.each(["plain", "tab\tand\nline\r", "back\\slash \\N \\t", "", "漢字 🙂"])("restores %j", (text) => {
    expect(unescapeCopy(copyValue(text, is.text))).toBe(text)
  })

  it("restores JSON, which contains no control characters", () => {
    const json = JSON.stringify({ a: 'quote " backslash \\ newline \n tab \t', b: "\\n \\\\ \\u0000" })
    expect(unescapeCopiedJson(json.replaceAll("\\", "\\\\"))).toBe(json)
  })

  it("writes lists, null and numbers", () => {
    expect(copyValue(['a "b"', "c\\d"], is.texts)).toBe('{"a \\\\"b\\\\"","c\\\\\\\\d"}')
    expect(copyValue(null, is.text)).toBe("\\N")
    expect(copyValue(5, is.int)).toBe("5")
  })

  it.each([
    ["2026-11-21 08:00:00.123456+00", "2026-11-21T08:00:00.123Z"],
    ["2026-11-21 08:00:00.1+00", "2026-11-21T08:00:00.100Z"],
    ["2026-11-21 08:00:00+00", "2026-11-21T08:00:00.000Z"],
  ])("reads the time %s", (copied, iso) => {
    expect(copiedTime(copied)).toBe(iso)
  })
})
