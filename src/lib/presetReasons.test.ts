import { expect, it } from "vitest"
import { presetReasons } from "./presetReasons.ts"

const person = { displayName: "Mara Lind", userCode: "QI7K2M9", userName: null, credited: false }

it("asks nothing of who has chosen all", () => {
  expect(presetReasons(person)).toEqual([])
  expect(presetReasons({ ...person, credited: true, userName: "mara" })).toEqual([])
})

it("[S4-034] asks for a display name while there is none", () => {
  expect(presetReasons({ ...person, displayName: null })).toEqual(["displayName"])
  expect(presetReasons({ ...person, displayName: "" })).toEqual(["displayName"])
})

it("[S4-035] asks for a code while it starts with Test", () => {
  expect(presetReasons({ ...person, userCode: "Test4821" })).toEqual(["userCode"])
})

it("[S4-036] asks for a username once there is credit", () => {
  expect(presetReasons({ ...person, credited: true })).toEqual(["userName"])
  expect(presetReasons({ displayName: null, userCode: "Test1", userName: null, credited: true })).toHaveLength(3)
})
