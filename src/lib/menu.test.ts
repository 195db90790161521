import { describe, expect, it } from "vitest"
import { memberMenu } from "./menu.ts"
import { presetReasons } from "./presetReasons.ts"

const pathOf = (label: string, channelCode: string | null = null) =>
  memberMenu({ userCode: "QI7K2M9", channelCode }).find((row) => row.label === label)?.path

it("[S2-057] the menu links a creator to the page of their channel, and anyone else to their profile", () => {
  expect(pathOf("menu.profile")).toBe("/user/QI7K2M9")
  expect(pathOf("menu.profile", "QF0123456789")).toBe("/user/QF0123456789")
})

it("[S2-058] the menu links to the account settings", () => expect(pathOf("menu.settings")).toBe("/settings/account"))

it("[S2-059] the menu links to the creators' dashboard", () =>
  expect(pathOf("menu.dashboard")).toBe("/writers/managechannel"))

it("[S2-060] the menu links to the person's tickets", () => expect(pathOf("menu.ticket")).toBe("/ticket/myticket"))

it("[S2-061] the menu links to the wallet and to the transactions", () => {
  expect([pathOf("menu.wallet"), pathOf("menu.transactions")]).toEqual(["/wallet", "/transactionhistory"])
})

describe("presetReasons", () => {
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
})
