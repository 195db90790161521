import { Effect } from "effect"
import { TICKET_PRIORITIES } from "#contract/tickets"
import { NotAllowed, type Operator, Operators } from "#core/operators"
import { type Macro, MacroInvalid, Macros } from "#core/tickets"
import { LOCALES } from "../i18n/locales.ts"
import { asOperator } from "./http.ts"
import { run } from "./runtime.ts"
import type { ConsoleText } from "./texts/index.ts"

/** The fields of the form: `macroId` (empty for a new one), `name`, `text-<language>`, `tags`, `priority`, `outcome`. */
export type MacroFields = Readonly<Record<string, string>>

export const macroFieldsOf = ({ macroId, name, texts, tags, priority, outcome }: Macro): MacroFields => ({
  macroId,
  name,
  ...Object.fromEntries(Object.entries(texts).map(([locale, text]) => [`text-${locale}`, text])),
  tags: tags.join(", "),
  priority: priority ?? "",
  outcome,
})

/** Saves or removes a macro as a form asks: an inverse exists, so it needs no signature. Returns the problem, or null. */
export const changeMacro = (t: ConsoleText, operator: Operator, fields: MacroFields): Promise<string | null> => {
  const by = `operator:${operator.operatorId}`
  const change = Effect.gen(function* () {
    yield* Operators.use((operators) => operators.require(operator.operatorId, "tickets.answer"))
    const macros = yield* Macros
    const macroId = fields["macroId"] || null
    if (fields["act"] === "remove") return yield* macros.remove(macroId ?? "", by)
    yield* macros.save(
      {
        macroId,
        name: fields["name"] ?? "",
        texts: Object.fromEntries(LOCALES.map((locale) => [locale, fields[`text-${locale}`] ?? ""])),
        tags: (fields["tags"] ?? "").split(","),
        priority: TICKET_PRIORITIES.find((each) => each === fields["priority"]) ?? null,
        outcome: fields["outcome"] === "solved" ? "solved" : "waiting",
      },
      by,
    )
  })
  return run(
    change.pipe(
      asOperator(operator.operatorId),
      Effect.match({
        onSuccess: () => null,
        onFailure: (failure) => {
          if (failure instanceof NotAllowed) return t(failure.messageKey)
          return failure instanceof MacroInvalid ? t(`macroProblem.${failure.problem}`) : t("ticketProblem.UnfitTicket")
        },
      }),
    ),
  )
}
