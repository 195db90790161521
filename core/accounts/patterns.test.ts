import { describe, expect, it } from "vitest"
import { ASCII_LETTERS_ONLY, DIGITS_ONLY, LETTERS_AND_SPACES } from "./patterns.ts"

describe("[S5-004] a field that takes only", () => {
  it.each([
    ["digits", DIGITS_ONLY, ["0", "012345"], ["", " 1", "1.0", "-1", "1e3", "१२३", "１２", "12\n"]],
    [
      "letters with accents and spaces",
      LETTERS_AND_SPACES,
      ["Zoë", "José María", "Zoe\u0308 Ångström", "王小明", "Жанна Д"],
      ["", " ", "a  b", " a", "a ", "a1", "visit.example", "a-b", "a\tb", "<b>"],
    ],
    ["ASCII letters", ASCII_LETTERS_ONLY, ["EN", "All", "zh"], ["", "zé", "z-h", "z h", "EN\n", "ＥＮ", "z1"]],
  ] as const)("%s", (_, pattern, fitting, unfit) => {
    expect([...fitting, ...unfit].filter((text) => pattern.test(text))).toEqual(fitting)
  })
})
