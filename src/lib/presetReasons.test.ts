import { expect, it } from "vitest"
import { presetReasons } from "./presetReasons.ts"

const person = { displayName: "Mara Lind", userCode: "QI7K2M9", userName: null, credited: false }

it("asks for nothing if everything is chosen", () => {
  expect(presetReasons(person)).toEqual([])
  expect(presetReasons({ ...person, credited: true, userName: "mara" })).toEqual([])
})

it("[S4-034] asks for a display name if there is none", () => {
  expect(presetReasons({ ...person, displayName: null })).toEqual(["displayName"])
  expect(presetReasons({ ...person, displayName: "" })).toEqual(["displayName"])
})

it("[S4-035] asks for a code if it starts with Test", () => {
  expect(presetReasons({ ...person, userCode: "Test4821" })).toEqual(["userCode"])
})

it("[S4-036] asks for a username if the account was ever credited", () => {
  expect(presetReasons({ ...person, credited: true })).toEqual(["userName"])
  expect(presetReasons({ displayName: null, userCode: "Test1", userName: null, credited: true })).toHaveLength(3)
})
