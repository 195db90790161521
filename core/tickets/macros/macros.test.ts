import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { TICKET_TEXT_LENGTH_MAX } from "../ticketRules.ts"
import { MACRO_NAME_LENGTH_MAX, MACROS_MAX, readMacro, removeMacro, saveMacro } from "./changeMacro.ts"
import type { MacroEvent } from "./events.ts"
import { type Macro, MacroList, macroText } from "./MacroList.ts"

const nowMs = Date.UTC(2026, 10, 27, 9)
const by = "operator:ada"
const macro = (change: Partial<Macro> = {}): Macro => ({
  macroId: "one",
  name: "Feed is back",
  texts: { en: "Your feed is back.", de: "Ihr Feed ist wieder da." },
  tags: ["feeds"],
  priority: null,
  outcome: "solved",
  ...change,
})
const saved = (...macros: ReadonlyArray<Macro>): ReadonlyArray<MacroEvent> => {
  const events: Array<MacroEvent> = []
  for (const each of macros)
    events.push(...Result.getOrThrow(saveMacro({ by, nowMs, macro: each })(replay(MacroList, events))))
  return events
}
const problemOf = (result: Result.Result<unknown, { readonly problem?: string; readonly _tag: string }>) =>
  Result.isFailure(result) ? (result.failure.problem ?? result.failure._tag) : null

describe("a macro from a form", () => {
  it("loses empty texts and control characters, and has tags in lower case once", () => {
    const given = macro({
      name: "  Feed \n is\u202e back ",
      texts: { en: " Here.\r\nAgain. ", de: "  " },
      tags: ["A", "a", ""],
    })
    expect(Result.getOrThrow(readMacro(given))).toEqual(
      macro({ name: "Feed is back", texts: { en: "Here.\nAgain." }, tags: ["a"] }),
    )
  })

  it.each([
    ["no name", { name: " " }, "name"],
    ["a name that is too long", { name: "x".repeat(MACRO_NAME_LENGTH_MAX + 1) }, "name"],
    ["no text", { texts: { en: " " } }, "text"],
    ["a text that no answer may have", { texts: { en: "x".repeat(TICKET_TEXT_LENGTH_MAX + 1) } }, "long"],
    ["too many tags", { tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, "UnfitTicket"],
  ])("is refused with %s", (_, change, problem) => {
    expect(problemOf(readMacro(macro(change)))).toBe(problem)
  })
})

describe("the list of macros", () => {
  it("keeps the newest version of each, and nothing of those that were removed", () => {
    const events = saved(macro(), macro({ macroId: "two", name: "Other" }), macro({ texts: { en: "New." } }))
    const removed = Result.getOrThrow(removeMacro({ by, nowMs, macroId: "two" })(replay(MacroList, events)))
    expect([...replay(MacroList, [...events, ...removed]).values()]).toEqual([macro({ texts: { en: "New." } })])
  })

  it("records nothing if nothing changes", () => {
    expect(saved(macro(), macro())).toHaveLength(1)
  })

  it.each([
    ["a name that another one has, in capitals as well", macro({ macroId: "two", name: "FEED IS BACK" }), "taken"],
  ])("refuses %s", (_, second, problem) => {
    const state = replay(MacroList, saved(macro()))
    expect(problemOf(saveMacro({ by, nowMs, macro: second })(state))).toBe(problem)
  })

  it("has a limit, at which macros can still be changed", () => {
    const all = Array.from({ length: MACROS_MAX }, (_, n) => macro({ macroId: `${n}`, name: `Macro ${n}` }))
    const state = replay(MacroList, saved(...all))
    expect(problemOf(saveMacro({ by, nowMs, macro: macro() })(state))).toBe("many")
    expect(problemOf(saveMacro({ by, nowMs, macro: macro({ macroId: "3", name: "Changed" }) })(state))).toBeNull()
  })

  it("says that a macro is gone already", () => {
    expect(problemOf(removeMacro({ by, nowMs, macroId: "two" })(replay(MacroList, [])))).toBe("gone")
  })
})

describe("the text for a ticket", () => {
  const ticket = { locale: "de", number: "T3K9M2X7A", subject: "Wo ist $& mein Feed?" }

  it.each([
    ["in the person's language", { en: "Hello", de: "Hallo" }, "Hallo"],
    ["in English if that language is missing", { "zh-Hant": "你好", en: "Hello" }, "Hello"],
    ["in the language there is", { "zh-Hant": "你好" }, "你好"],
    [
      "with number and subject, as they are",
      { de: "{number}: {subject} {other}" },
      "T3K9M2X7A: Wo ist $& mein Feed? {other}",
    ],
  ])("is %s", (_, texts, text) => expect(macroText({ texts }, ticket)).toBe(text))
})
