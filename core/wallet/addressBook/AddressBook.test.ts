import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { AddressBook, type AddressBookState, addAddress, type NewEntry, removeAddress } from "./AddressBook.ts"
import { ADDRESS_HOLD_MS, ADDRESSES_MAX } from "./limits.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const nowMs = Date.parse("2026-11-22T04:00:00.000Z")
const entry = (number: number, more: Partial<NewEntry> = {}): NewEntry => ({
  entryId: `entry ${number}`,
  assetTypeId: 1,
  stage: "demo",
  label: " Ledger ",
  address: `address ${number}`,
  script: `script ${number}`,
  ...more,
})
const add = (state: AddressBookState, given: NewEntry) =>
  Result.map(addAddress(personId, given, nowMs)(state), (facts) => replay({ ...AddressBook, initial: state }, facts))
const book = (count: number) =>
  Array.from({ length: count }, (_, number) => entry(number)).reduce<AddressBookState>(
    (state, each) => Result.getOrThrow(add(state, each)),
    [],
  )

describe("an address book", () => {
  it("[S2-013] keeps an address under its name, to be withdrawn to a day later, and forgets it", () => {
    const [first] = book(1)
    expect(first).toMatchObject({ label: "Ledger", usableFromMs: nowMs + ADDRESS_HOLD_MS })
    const gone = Result.getOrThrow(removeAddress(personId, "entry 0", nowMs)(book(2)))
    expect(replay({ ...AddressBook, initial: book(2) }, gone)).toMatchObject([{ entryId: "entry 1" }])
    expect(Result.isFailure(removeAddress(personId, "entry 9", nowMs)(book(2)))).toBe(true)
  })

  it.each<[string, AddressBookState, Partial<NewEntry>, string | null]>([
    ["what it has already", book(1), { script: "script 0" }, "known"],
    ["the same script of another coin", book(1), { script: "script 0", assetTypeId: 3 }, null],
    ["one without a name", [], { label: "  " }, "label"],
    ["one with a name too long", [], { label: "é".repeat(41) }, "label"],
    ["one more than it may have", book(ADDRESSES_MAX), {}, "full"],
    ["the last one that it may have", book(ADDRESSES_MAX - 1), {}, null],
  ])("judges %s", (_, state, more, problem) => {
    const judged = add(state, entry(99, more))
    expect(Result.isFailure(judged) ? judged.failure.problem : null).toBe(problem)
  })
})
