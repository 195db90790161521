import { describe, expect, it } from "vitest"
import { ASCII_LETTERS_ONLY, DIGITS_ONLY, isCodeReady, LETTERS_AND_SPACES } from "./formRules.ts"

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

it.each([
  ["123456", 0, true],
  ["123456", 29_999, true],
  ["123456", 30_000, false],
  ["12345", 0, false],
  ["1234567", 0, false],
  ["12345a", 0, false],
] as const)("[S3-019] [S4-042] holds a code and its time: %s, %d ms old, may be sent: %s", (code, age, ready) => {
  const time = 1_800_000_000_000
  expect(isCodeReady({ code, time }, time + age)).toBe(ready)
})
