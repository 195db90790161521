import { type Schema, SchemaIssue } from "effect"

const format = SchemaIssue.makeFormatterStandardSchemaV1()
/** Fields that one refusal names at most. */
const FIELDS_MAX = 20

/** What is wrong with a body, by field: `{ "filter.page": ["Expected ..."] }`. The field of the whole body is "". */
export const fieldErrors = (error: Schema.SchemaError): Readonly<Record<string, ReadonlyArray<string>>> => {
  const errors: Record<string, Array<string>> = {}
  for (const { path, message } of format(error.issue).issues.slice(0, FIELDS_MAX)) {
    const field = (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".")
    errors[field] = [...(errors[field] ?? []), message]
  }
  return errors
}
