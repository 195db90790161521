import fc from "fast-check"
import { expect, it } from "vitest"
import { receiptNumber, receiptTail } from "./receiptNumber.ts"

it("a receipt number is short, and typing it finds the end of its id", () => {
  const id = fc.uuid()
  fc.assert(
    fc.property(id, (uuid) => {
      const number = receiptNumber(`donation-${uuid}`) ?? ""
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(receiptTail(number.toLowerCase().replace("-", " "))).toBe(uuid.slice(-10))
    }),
  )
  expect(receiptNumber(`deposit-1.${"0".repeat(54)}ffffffffff.3`)).toBe("ZZZZ-ZZZZ")
  expect(receiptTail("O1IL-0000")).toBe(receiptTail("0111-0000"))
})

it.each([null, "", "suspense-1", "reconcile-2"])("the reference %j has no receipt number", (reference) =>
  expect(receiptNumber(reference)).toBeNull(),
)

it.each(["", "7K3F", "7K3F-92QU", "7K3F-92QD-1", "Anna Lund"])("%j is no receipt number", (text) =>
  expect(receiptTail(text)).toBeNull(),
)
