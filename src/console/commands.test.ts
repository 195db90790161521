import { expect, it } from "vitest"
import { commandsOf, searchCommands } from "./commands.ts"
import { consoleText } from "./texts/index.ts"

const of = (roles: Parameters<typeof commandsOf>[0]["roles"], locale: "en" | "de" = "en") =>
  commandsOf({ roles }, consoleText(locale))
const namesOf = (found: ReturnType<typeof searchCommands>) =>
  "path" in found ? found.path : found.map(({ name }) => name)

it("lists the pages and operations that an operator may open, and no others", () => {
  const paths = of(["viewer"]).map(({ path }) => path)
  expect(paths).toContain("/events")
  expect(paths).not.toContain("/audit")
  expect(paths).not.toContain("/operate/withdrawals.stop")
  expect(of(["engineer"]).map(({ path }) => path)).toContain("/operate/withdrawals.stop")
})

it.each([
  ["tickets", "en", "/tickets"],
  ["  READ MODELS ", "en", "/projections"],
  ["Prüfprotokoll", "de", "/audit"],
  ["stop withdrawals", "en", "/operate/withdrawals.stop"],
  ["withdrawals stop", "en", "/operate/withdrawals.stop"],
  ["nothing like this", "en", []],
] as const)("finds “%s” (%s)", (text, locale, expected) => {
  const commands = of(["support", "engineer", "auditor"], locale)
  expect(namesOf(searchCommands(commands, text))).toEqual(expected)
})

it("lists all that have the words, those that begin with them first", () => {
  const found = searchCommands(of(["engineer"]), "read model")
  expect("path" in found ? [] : found.slice(0, 1).map(({ path }) => path)).toEqual(["/projections"])
  expect("path" in found ? 0 : found.length).toBeGreaterThan(3)
})
