import { describe, expect, it } from "vitest"
import { joinCommas, splitCommas } from "./commaList.ts"

describe("[S5-024] a comma-joined list", () => {
  it.each([
    [["Health", "Science"], "Health,Science"],
    [["Health", "", "Science"], "Health,Science"],
    [["", "  ", null, undefined], ""],
    [["Health,", ",Science", ","], "Health,Science"],
    [[" Public health "], "Public health"],
    [[], ""],
  ])("of %j is %j: blank entries are skipped, commas never doubled", (entries, list) =>
    expect(joinCommas(entries)).toBe(list),
  )

  it("accepts another separator", () => expect(joinCommas(["a", "", "b"], ", ")).toBe("a, b"))

  it.each([
    ["Health,Science", ["Health", "Science"]],
    [",Health,, Science ,", ["Health", "Science"]],
    ["", []],
    [" , ,", []],
  ])("%j is read as %j", (list, entries) => expect(splitCommas(list)).toEqual(entries))
})
