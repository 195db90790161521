import { describe, expect, it } from "vitest"
import { Books } from "./Books.ts"
import { findOrder, type WorldOccurrence } from "./findOrder.ts"
import type { Answer, Operation } from "./Operation.ts"

const [ANNA, BERT, CARA] = ["anna", "bert", "cara"] as const
const done = (position: number, repeated = false): Answer => ({ tag: "Done", position, repeated })
const refused = (tag: string): Answer => ({ tag })

const deposit = { owner: ANNA, asset: 1, amount: 100n, deposit: "d", missing: 0n, owed: 0n } as const
const credited = (owed: bigint, position: number): WorldOccurrence => {
  return { keys: ["all"], move: { ...deposit, kind: "credited", owed, position } }
}

/** Anna has 100. */
const fresh = () => {
  const books = new Books()
  books.takes({ ...deposit, kind: "credited", position: 1 }, true)
  books.settle()
  return books
}
const pay = (from: string, to: string, amount: number): Operation => {
  return { kind: "transfer", from, to, asset: 1, amount: String(amount), fee: "0" }
}
const recorded = (commandId: string, operation: Operation, answer: Answer, tries = 1): WorldOccurrence => {
  return { keys: ["all"], requested: { commandId, atMs: 0, operation }, answer, tries }
}
const isOdd = (books: Books, ...happenings: ReadonlyArray<WorldOccurrence>) => findOrder(books, happenings) !== null

describe("the auditor", () => {
  it("finds the order in which received money was spent, in whatever order it is reported", () => {
    const books = fresh()
    const circle = [
      recorded("3", pay(CARA, ANNA, 100), done(7)),
      recorded("2", pay(BERT, CARA, 100), done(6)),
      recorded("1", pay(ANNA, BERT, 100), done(5)),
    ]
    expect(isOdd(books, ...circle)).toBe(false)
    expect(books.free(ANNA, 1)).toBe(100n)
    expect(isOdd(fresh(), ...circle.slice(0, 2))).toBe(true)
  })

  it("accepts either winner of a race for the same money, but never both or none", () => {
    const race = (one: Answer, other: Answer) =>
      isOdd(fresh(), recorded("1", pay(ANNA, BERT, 60), one), recorded("2", pay(ANNA, CARA, 60), other))
    expect(race(done(5), refused("NotEnough"))).toBe(false)
    expect(race(refused("NotEnough"), done(5))).toBe(false)
    expect(race(done(5), done(6))).toBe(true)
    expect(race(refused("NotEnough"), refused("NotEnough"))).toBe(true)
    expect(race(done(5), refused("Frozen"))).toBe(true)
  })

  it("explains quickly a refusal that happened before many other operations", () => {
    const many = Array.from({ length: 12 }, (_, index) => recorded(`${index}`, pay(ANNA, CARA, 1), done(10 + index)))
    const funded = recorded("f", pay(ANNA, BERT, 50), done(9))
    const spent = pay(BERT, CARA, 50)
    expect(
      isOdd(fresh(), recorded("s", spent, refused("NotEnough")), funded, ...many, recorded("s", spent, done(30))),
    ).toBe(false)
  })

  it("explains quickly a refusal among many operations, if the log's order differs from that of the accounts", () => {
    const many = Array.from({ length: 12 }, (_, index) => recorded(`${index}`, pay(CARA, BERT, 1), done(20 + index)))
    const turned = [recorded("s", pay(BERT, CARA, 50), done(9)), recorded("f", pay(ANNA, BERT, 50), done(10))]
    const freeze = (isFrozen: boolean): Operation => ({ kind: "freeze", person: ANNA, isFrozen })
    const frozen = [recorded("on", freeze(true), done(15)), recorded("off", freeze(false), done(16)), ...many]
    const midst = recorded("m", pay(ANNA, CARA, 1), refused("Frozen"))
    expect(isOdd(fresh(), ...turned, ...frozen, midst)).toBe(false)
    expect(isOdd(fresh(), ...turned, ...many, midst)).toBe(true)
  })

  it("ignores operations without a change, wherever they happened", () => {
    const books = fresh()
    const freeze = (id: string, isFrozen: boolean, position: number) =>
      recorded(id, { kind: "freeze", person: ANNA, isFrozen }, done(position))
    const burst = [freeze("1", true, 0), freeze("2", false, 0), freeze("3", true, 10), freeze("4", false, 11)]
    expect(isOdd(books, ...burst)).toBe(false)
    expect(books.events.get("ledger.OwnerFrozen.v1")).toBe(1)
    expect(books.events.get("ledger.OwnerUnfrozen.v1")).toBe(1)
  })

  it("distinguishes duplicates in either order, although both were repeated", () => {
    const many = Array.from({ length: 12 }, (_, index) => recorded(`${index}`, pay(CARA, BERT, 1), done(20 + index)))
    const twins = [recorded("t", pay(ANNA, CARA, 60), done(9, true), 2), recorded("t", pay(ANNA, CARA, 60), done(9), 2)]
    expect(isOdd(fresh(), ...twins, ...many)).toBe(false)
    expect(isOdd(fresh(), ...twins.toReversed(), ...many)).toBe(false)
  })

  it("requires the first answer for a repeated command, and a refusal for different content", () => {
    const first = recorded("1", pay(ANNA, BERT, 60), done(5))
    const again = (answer: Answer, amount = 60) => isOdd(fresh(), first, recorded("1", pay(ANNA, BERT, amount), answer))
    expect(again(done(5, true))).toBe(false)
    expect(again(done(6, true))).toBe(true)
    expect(again(done(6))).toBe(true)
    expect(again(refused("CommandReused"), 40)).toBe(false)
    expect(again(done(5, true), 40)).toBe(true)
  })

  it("accepts an operation as repeated after an unknown result only if it was sent twice", () => {
    expect(isOdd(fresh(), recorded("1", pay(ANNA, BERT, 60), done(5, true)))).toBe(true)
    expect(isOdd(fresh(), recorded("1", pay(ANNA, BERT, 60), done(5, true), 2))).toBe(false)
  })

  it("closes a hold once, and limits what a reversed deposit may leave in suspense", () => {
    const books = fresh()
    const hold = { kind: "hold", holdId: "h", person: ANNA, asset: 1, amount: "70", expiresAtMs: null } as const
    expect(isOdd(books, recorded("1", hold, done(5)))).toBe(false)
    const reversed = (missing: bigint): WorldOccurrence => {
      return { keys: ["all"], move: { ...deposit, kind: "reversed", missing, position: 6 } }
    }
    expect(isOdd(books, reversed(0n))).toBe(true)
    expect(isOdd(books, reversed(71n))).toBe(true)
    expect(isOdd(books, reversed(70n))).toBe(false)
    expect([books.payouts.isStopped(1), books.payouts.isStopped(2)]).toEqual([true, false])
    // If 70 of it were spent, the owner gets 30 when it is credited again.
    expect([isOdd(books, credited(0n, 7)), isOdd(books, credited(71n, 7))]).toEqual([true, true])
    expect(isOdd(books, credited(70n, 7))).toBe(false)
    expect(books.posted.get("suspense:1:")).toBe(0n)
    const closing = [
      recorded("2", { kind: "void", holdId: "h" }, done(6)),
      recorded("3", { kind: "void", holdId: "h" }, done(7)),
    ]
    expect(isOdd(books, ...closing)).toBe(true)
    expect(books.free(ANNA, 1)).toBe(30n)
  })
})
