import type { Schema, SchemaIssue } from "effect"
import { type Locale, type T, translator } from "#src/i18n/index.ts"

/** Maximum number of fields in one refusal. */
const FIELDS_MAX = 20

export type FieldErrors = Readonly<Record<string, ReadonlyArray<string>>>

/**
 * Payload errors by field, in the caller's language: `{ "filter.page": ["filter.page: must be a number from 1 to
 * 1,000"] }`. Each message is complete, because a client may show only the first. The whole body has the name "".
 */
export const fieldErrors = (error: Schema.SchemaError, locale: Locale): FieldErrors => {
  const t = translator(locale)
  const errors: Record<string, Array<string>> = {}
  for (const { path, problem } of problemsOf(t, error.issue, [])) {
    const field = path.map(String).join(".")
    if (errors[field] === undefined && Object.keys(errors).length === FIELDS_MAX) break
    const said = field === "" ? t("api.notJson") : t("api.field.named", { field, problem })
    errors[field] = [...(errors[field] ?? []), said]
  }
  return errors
}

type Problem = { readonly path: ReadonlyArray<PropertyKey>; readonly problem: string }

const problemsOf = (
  t: T,
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  said?: string,
): ReadonlyArray<Problem> => {
  switch (issue._tag) {
    case "Filter":
      return problemsOf(t, issue.issue, path, said ?? problemOfCheck(t, issue.filter.annotations?.["representation"]))
    case "Encoding":
      return problemsOf(t, issue.issue, path, said)
    case "Pointer":
      return problemsOf(t, issue.issue, [...path, ...issue.path], said)
    case "Composite":
    case "AnyOf":
      if (issue.issues.length > 0) return issue.issues.flatMap((each) => problemsOf(t, each, path, said))
      return [{ path, problem: said ?? (issue._tag === "AnyOf" ? problemOfUnion(t, issue.ast) : t("api.field.other")) }]
    case "MissingKey":
      return [{ path, problem: t("api.field.missing") }]
    case "InvalidType":
      return [{ path, problem: said ?? problemOfType(t, issue.ast._tag) }]
    default:
      return [{ path, problem: said ?? t("api.field.other") }]
  }
}

/** How Effect describes a failed check. */
const problemOfCheck = (t: T, representation: unknown): string => {
  const { id, payload } = (representation ?? {}) as { readonly id?: string; readonly payload?: Bounds | null }
  const { minLength = 0, maxLength = 0, minimum = 0, maximum = 0 } = payload ?? {}
  switch (id) {
    case "effect/schema/isMinLength":
      return minLength === 1 ? t("api.field.missing") : t("api.field.short", { length: minLength })
    case "effect/schema/isMaxLength":
      return t("api.field.long", { length: maxLength })
    case "effect/schema/isBetween":
      return t("api.field.between", { minimum, maximum })
    case "effect/schema/isInt":
      return t("api.field.kind", { kind: "integer" })
    case "effect/schema/isFinite":
      return t("api.field.kind", { kind: "number" })
    default:
      return t("api.field.other")
  }
}

type Bounds = Partial<Record<"minLength" | "maxLength" | "minimum" | "maximum", number>>

const problemOfType = (t: T, type: string): string => {
  const kind = KINDS[type]
  return kind === undefined ? t("api.field.other") : t("api.field.kind", { kind })
}

/** JSON type names. */
const KINDS: Readonly<Record<string, string>> = {
  String: "string",
  Number: "number",
  Boolean: "boolean",
  Null: "null",
  Objects: "object",
  Arrays: "array",
}

const problemOfUnion = (t: T, { types }: { readonly types: ReadonlyArray<object> }): string => {
  const values = types.flatMap((each) => ("literal" in each ? [String(each.literal)] : []))
  return values.length === types.length ? t("api.field.oneOf", { values: values.join(", ") }) : t("api.field.other")
}
