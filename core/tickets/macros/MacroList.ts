import type { Aggregate } from "#core/kernel"
import type { TicketPriority } from "../ticketRules.ts"
import { MacroEvent, MacroEvents } from "./events.ts"

/** A prepared answer, with what is done to the ticket when it is sent. */
export interface Macro {
  readonly macroId: string
  readonly name: string
  /** By interface language; at least one. */
  readonly texts: Readonly<Record<string, string>>
  readonly tags: ReadonlyArray<string>
  readonly priority: TicketPriority | null
  readonly outcome: "waiting" | "solved"
}

/** All macros by their id, in the order in which they were first saved. */
export type MacroListState = ReadonlyMap<string, Macro>

/** The only id of the stream of all macros: there are few, and their names must differ. */
export const MACROS_ID = "all"

export const MacroList: Aggregate<MacroListState, MacroEvent> = {
  category: "macros",
  events: MacroEvents,
  initial: new Map(),
  evolve: (state, event) =>
    MacroEvent.match(event, {
      "tickets.MacroSaved.v1": ({ macroId, name, texts, tags, priority, outcome }) =>
        new Map(state).set(macroId, { macroId, name, texts, tags, priority, outcome }),
      "tickets.MacroRemoved.v1": ({ macroId }) => new Map([...state].filter(([id]) => id !== macroId)),
    }),
}

/**
 * The text of a macro for a ticket: in the person's language, else in English, else in the first one it has. `{number}` and
 * `{subject}` are filled in.
 */
export const macroText = (
  { texts }: Pick<Macro, "texts">,
  ticket: { readonly locale: string; readonly number: string; readonly subject: string },
): string => {
  const text = texts[ticket.locale] ?? texts["en"] ?? Object.values(texts)[0] ?? ""
  return text.replaceAll("{number}", () => ticket.number).replaceAll("{subject}", () => ticket.subject)
}
