import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import {
  ADDRESS_HOLD_MS,
  ADDRESSES_MAX,
  AddressBook,
  type AddressBookState,
  addAddress,
  type NewEntry,
  removeAddress,
} from "./AddressBook.ts"

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
const add = (state: AddressBookState, entry: NewEntry) =>
  Result.map(addAddress(personId, entry, nowMs)(state), (facts) => replay({ ...AddressBook, initial: state }, facts))
const book = (count: number) =>
  Array.from({ length: count }, (_, number) => entry(number)).reduce<AddressBookState>(
    (state, each) => Result.getOrThrow(add(state, each)),
    [],
  )

describe("the address book", () => {
  it("[S2-013] stores an address under its label, usable a day later, and removes it", () => {
    const [first] = book(1)
    expect(first).toMatchObject({ label: "Ledger", usableFromMs: nowMs + ADDRESS_HOLD_MS })
    const missing = Result.getOrThrow(removeAddress(personId, "entry 0", nowMs)(book(2)))
    expect(replay({ ...AddressBook, initial: book(2) }, missing)).toMatchObject([{ entryId: "entry 1" }])
    expect(Result.isFailure(removeAddress(personId, "entry 9", nowMs)(book(2)))).toBe(true)
  })

  it.each<[string, AddressBookState, Partial<NewEntry>, string | null]>([
    ["an address that it already has", book(1), { script: "script 0" }, "known"],
    ["the same script with another coin", book(1), { script: "script 0", assetTypeId: 3 }, null],
    ["an address without a label", [], { label: "  " }, "label"],
    ["an address with a label that is too long", [], { label: "é".repeat(41) }, "label"],
    ["one address too many", book(ADDRESSES_MAX), {}, "full"],
    ["the last address that fits", book(ADDRESSES_MAX - 1), {}, null],
  ])("decides about %s", (_, state, more, problem) => {
    const decided = add(state, entry(99, more))
    expect(Result.isFailure(decided) ? decided.failure.problem : null).toBe(problem)
  })
})
