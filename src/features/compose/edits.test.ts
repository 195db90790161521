import { describe, expect, it } from "vitest"
import {
  addFootnote,
  continueList,
  type Edit,
  insertBlock,
  linkSelection,
  prefixLines,
  type Selected,
  wrapSelection,
} from "./edits.ts"

/** A text whose selection stands between bars. */
const at = (marked: string): Selected => {
  const [before = "", chosen = "", after] = marked.split("|")
  const start = before.length
  return after === undefined
    ? { text: before + chosen, start, end: start }
    : { text: before + chosen + after, start, end: start + chosen.length }
}
const applied = ({ text }: Selected, { from, to, insert, select: [start, end] }: Edit): string => {
  const changed = text.slice(0, from) + insert + text.slice(to)
  return start === end
    ? `${changed.slice(0, start)}|${changed.slice(start)}`
    : `${changed.slice(0, start)}|${changed.slice(start, end)}|${changed.slice(end)}`
}

describe("edits of the composer", () => {
  it.each([
    ["a |b| c", "a **|b|** c"],
    ["a **|b|** c", "a |b| c"],
    ["a| b |c", "a **|b|** c"],
    ["a|b", "a**|**b"],
  ])("bold makes %j %j", (before, expected) =>
    expect(applied(at(before), wrapSelection(at(before), "**"))).toBe(expected),
  )

  it.each([
    ["- ", "a\n|b\nc|\nd", "a\n|- b\n- c|\nd"],
    ["- ", "|- b\n- c|", "|b\nc|"],
    ["1. ", "|b\nc|", "|1. b\n2. c|"],
    ["## ", "a|b", "## ab|"],
  ])("prefix %j makes %j %j", (prefix, before, expected) =>
    expect(applied(at(before), prefixLines(at(before), prefix))).toBe(expected),
  )

  it.each([
    ["a |b| c", "a [b](|https://|) c"],
    ["|https://a.example/|", "[|](https://a.example/)"],
  ])("link makes %j %j", (before, expected) => expect(applied(at(before), linkSelection(at(before)))).toBe(expected))

  it.each([
    ["a|b", "a\n\nX|\n\nb"],
    ["|", "X|\n"],
    ["a\n\n|", "a\n\nX|\n"],
  ])("a block makes %j %j", (before, expected) =>
    expect(applied(at(before), insertBlock(at(before), "X"))).toBe(expected),
  )

  it("a footnote takes the next number", () =>
    expect(applied(at("a[^1] b| c\n\n[^1]: x"), addFootnote(at("a[^1] b| c\n\n[^1]: x")))).toBe(
      "a[^1] b[^2] c\n\n[^1]: x\n\n[^2]: |",
    ))

  it.each([
    ["- a|", "- a\n- |"],
    ["  9. a|", "  9. a\n  10. |"],
    ["- [x] a|", "- [x] a\n- [ ] |"],
    ["- a\n- |", "- a\n|"],
  ])("Enter makes %j %j", (before, expected) =>
    expect(applied(at(before), continueList(at(before)) as Edit)).toBe(expected),
  )

  it("Enter is left alone outside lists", () => expect(continueList(at("a|"))).toBeNull())
})
