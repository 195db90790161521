import { expect, it } from "vitest"
import { pathTo } from "../wire.ts"
import { roomIn } from "./address.ts"

it("[S2-076] carries userCode, userName and Scope to the chat page", () => {
  const path = pathTo({ scope: "Team", target: "QIBORIS" }, "Boris & Söhne")
  expect(path).toBe("/writers/chat?userCode=QIBORIS&userName=Boris+%26+S%C3%B6hne&Scope=Team")
  expect(roomIn(path.slice(path.indexOf("?")))).toEqual({ scope: "Team", target: "QIBORIS", name: "Boris & Söhne" })
})

it("names a person as the server does if the address has only the code", () => {
  const known = { userCode: "QIBORIS", name: "Boris Beck" }
  expect(roomIn("?userCode=QIBORIS", known)?.name).toBe("Boris Beck")
  expect(roomIn("?userCode=QIBORIS&userName=Boris", known)?.name).toBe("Boris")
  expect(roomIn("?userCode=QICARLA", known)?.name).toBe("QICARLA")
})

it.each([
  ["", null],
  ["?userCode=", null],
  ["?userCode=a%7Cb", null],
  [`?userCode=${"x".repeat(101)}`, null],
  ["?userCode=QIBORIS", { scope: "Person", target: "QIBORIS", name: "QIBORIS" }],
  ["?userCode=QIBORIS&Scope=Nobody", { scope: "Person", target: "QIBORIS", name: "QIBORIS" }],
])("reads %j", (search, room) => {
  expect(roomIn(search)).toEqual(room)
})
