import { describe, expect, it } from "vitest"
import { presetMissing } from "./presetMissing.ts"

const saidOf = (fields: Parameters<typeof presetMissing>[0]) => presetMissing(fields).map(({ said }) => said)

describe("the preset dialog's OK", () => {
  it("[S5-011] waits for a valid display name and, where the code is a fresh one, for a choice", () => {
    expect(saidOf({ displayName: "", userCode: "" })).toEqual(["min3", "code"])
    expect(saidOf({ displayName: "Mara Lind", userCode: "" })).toEqual(["code"])
    expect(saidOf({ displayName: "Mara Lind", userCode: "QI7K2M9" })).toEqual([])
    expect(saidOf({ displayName: "Mara Lind" })).toEqual([])
  })

  it.each(["", "a", "ab", "é", "李明", "🙂🙂"])("finds %j too short for a display name", (displayName) =>
    expect(saidOf({ displayName })).toEqual(["min3"]),
  )
  it.each(["Mara", "Ana María", "王小明", "O’Neill", "Jean-Luc", "Mara L."])(
    "takes %j as a display name",
    (displayName) => expect(saidOf({ displayName })).toEqual([]),
  )
  it.each(["<b>x</b>", "a  b", " abc", "abc\u202Edef", "a\nbc", "@@@@", "-abc"])(
    "[S5-008] finds that %j misses the pattern of display names",
    (displayName) => expect(saidOf({ displayName })).toEqual(["format"]),
  )

  it.each(["", "a", "abc"])("finds %j too short for a username", (userName) =>
    expect(saidOf({ userName })).toEqual(["min4"]),
  )
  it.each(["1abc", "ab cd", "maría", "a__b", "_abc", "abc_"])(
    "[S5-010] finds that %j misses the pattern of usernames",
    (userName) => expect(saidOf({ userName })).toEqual(["format"]),
  )
  it.each(["mara", "Mara_Lind", "m4ra"])("takes %j as a username", (userName) =>
    expect(saidOf({ userName })).toEqual([]),
  )
})
