import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { authorLine, parsePerson } from "./people.ts"

describe("a person in one text", () => {
  it.each([
    ["Jane Doe", "Jane Doe", null, null],
    ["jane@example.com", null, "jane@example.com", null],
    ["jane@example.com (Jane Doe)", "Jane Doe", "jane@example.com", null],
    ["Jane Doe (jane@example.com)", "Jane Doe", "jane@example.com", null],
    ["Jane Doe <jane@example.com>", "Jane Doe", "jane@example.com", null],
    ["Jane Doe &lt;jane@example.com&gt;", "Jane Doe", "jane@example.com", null],
    ['"Jane Doe" <mailto:jane@example.com>', "Jane Doe", "jane@example.com", null],
    ["mailto:jane@example.com", null, "jane@example.com", null],
    ["Jane Doe, https://example.com/jane", "Jane Doe", null, "https://example.com/jane"],
    ["Jane Doe (https://example.com/jane)", "Jane Doe", null, "https://example.com/jane"],
    ['<a href="https://example.com/jane">Jane Doe</a>', "Jane Doe", null, "https://example.com/jane"],
    ["&lt;p&gt;Jane Doe&lt;/p&gt;", "Jane Doe", null, null],
    ["Jane Doe (Editor)", "Jane Doe (Editor)", null, null],
    ["J. O'Neill &amp; Sons", "J. O'Neill & Sons", null, null],
    ["jane+news@mail.example.co.uk", null, "jane+news@mail.example.co.uk", null],
    ["@jane", "@jane", null, null],
    ["jane@example.com (jane@example.com)", null, "jane@example.com", null],
    ["jane@example.com <jane@example.com>", null, "jane@example.com", null],
    ["Jane@Example.com, jane@example.com", null, "Jane@Example.com", null],
    ["jane@example.com (john@example.com)", null, "jane@example.com", null],
    ["Jane Doe jane@example.com <jane@example.com>", "Jane Doe", "jane@example.com", null],
  ])("%s", (text, name, email, url) => expect(parsePerson(text)).toEqual({ name, email, url }))

  it.each(["", "  ", "()", "<>"])("%j is nobody", (text) => expect(parsePerson(text)).toBeNull())
})

it.each([" ", "( ", "a@", "<", "&lt;", "https://a "])(
  "a person is parsed in a time that grows with the length of a text that repeats %j",
  (part) => {
    const hostile = (size: number) => `a${part.repeat(size / part.length)}b`
    expect(measureGrowth(hostile, parsePerson, 100_000)).toBeLessThan(GROWTH_MAX)
  },
)

describe("a line of authors", () => {
  it("shows names, and no whole address", () => {
    const people = ["Jane", "john@example.com", "https://example.net/x", "Jane"].flatMap(
      (text) => parsePerson(text) ?? [],
    )
    expect(authorLine(people)).toBe("Jane, john, example.net")
    expect(authorLine([])).toBeNull()
  })
})
