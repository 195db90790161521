import { Result, Schema } from "effect"
import { formatIso, stripBidiControls } from "#core/kernel"
import type { UnfitTicket } from "../refusals.ts"
import { readTicketTags } from "../ticket/readTicketForm.ts"
import { TICKET_TEXT_LENGTH_MAX } from "../ticketRules.ts"
import { type MacroEvent, MacroRemoved, MacroSaved } from "./events.ts"
import type { Macro, MacroListState } from "./MacroList.ts"

/** All macros are one stream, which is read with every ticket that is opened. */
export const MACROS_MAX = 100
/** Characters (code points). */
export const MACRO_NAME_LENGTH_MAX = 60

/** The macro is not one: no name or too long a name, one that another macro has, no text, too long a text, or too many. */
export class MacroInvalid extends Schema.TaggedError<MacroInvalid>()("MacroInvalid", {
  problem: Schema.Literals(["name", "taken", "text", "long", "many", "gone"]),
}) {}

type Who = { readonly by: string; readonly nowMs: number }

/** Reads a macro from a form: without empty texts, tags in lower case. */
export const readMacro = (given: Macro): Result.Result<Macro, MacroInvalid | UnfitTicket> =>
  Result.gen(function* () {
    const name = stripBidiControls(given.name).replace(/\s+/g, " ").trim()
    const texts = Object.entries(given.texts)
      .map(([locale, text]) => [locale, stripBidiControls(text).replaceAll("\r\n", "\n").trim()] as const)
      .filter(([, text]) => text !== "")
    const problem =
      name === "" || [...name].length > MACRO_NAME_LENGTH_MAX
        ? "name"
        : texts.length === 0
          ? "text"
          : texts.some(([, text]) => [...text].length > TICKET_TEXT_LENGTH_MAX)
            ? "long"
            : null
    if (problem !== null) return yield* Result.fail(new MacroInvalid({ problem }))
    return { ...given, name, texts: Object.fromEntries(texts), tags: yield* readTicketTags(given.tags) }
  })

/** Saves a new macro, or another version of one. */
export const saveMacro =
  ({ by, nowMs, macro }: Who & { readonly macro: Macro }) =>
  (state: MacroListState): Result.Result<ReadonlyArray<MacroEvent>, MacroInvalid> => {
    const others = [...state.values()].filter(({ macroId }) => macroId !== macro.macroId)
    if (others.length >= MACROS_MAX) return Result.fail(new MacroInvalid({ problem: "many" }))
    if (others.some(({ name }) => name.toLowerCase() === macro.name.toLowerCase()))
      return Result.fail(new MacroInvalid({ problem: "taken" }))
    if (JSON.stringify(state.get(macro.macroId)) === JSON.stringify(ordered(macro))) return Result.succeed([])
    return Result.succeed([MacroSaved.make({ ...ordered(macro), by, savedAt: formatIso(nowMs) })])
  }

export const removeMacro =
  ({ by, nowMs, macroId }: Who & { readonly macroId: string }) =>
  (state: MacroListState): Result.Result<ReadonlyArray<MacroEvent>, MacroInvalid> =>
    state.has(macroId)
      ? Result.succeed([MacroRemoved.make({ macroId, by, removedAt: formatIso(nowMs) })])
      : Result.fail(new MacroInvalid({ problem: "gone" }))

const ordered = ({ macroId, name, texts, tags, priority, outcome }: Macro): Macro => ({
  macroId,
  name,
  texts,
  tags,
  priority,
  outcome,
})
