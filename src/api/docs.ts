import { type Content, type Description, description, type JsonSchema, type Operation } from "./describe.ts"

/** All calls as the API reference page shows them. */
export type DocumentedGroup = {
  readonly name: string
  readonly description: string
  readonly calls: ReadonlyArray<DocumentedCall>
}

export type DocumentedCall = {
  /** `Feed.PreviewFeed`: the call's anchor on the page. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly description: string
  readonly headers: ReadonlyArray<Field>
  readonly query: ReadonlyArray<Field>
  readonly payload: ReadonlyArray<Field>
  /** The content of `data`. */
  readonly answer: ReadonlyArray<Field>
  readonly refusals: ReadonlyArray<{ readonly status: string; readonly description: string }>
  /** A request with all required fields, as a terminal command. */
  readonly example: string
}

export type Field = {
  /** Its path: `filter.pageSize`, `items[].title`; empty for the whole value. */
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly note: string
  readonly bounds: Bounds | null
}

/** The maximum length of a text or value of a number. */
export type Bounds = { readonly of: "length" | "value"; readonly low: number; readonly high: number }

/** Maximum nesting depth that is shown. */
const DEPTH_MAX = 6

/** All calls by group. Examples use the given origin. */
export const documentedGroups = (origin: string): ReadonlyArray<DocumentedGroup> => {
  const spec = description()
  const calls = Object.entries(spec.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => documented(spec, origin, path, method.toUpperCase(), operation)),
  )
  return (spec.tags ?? []).map(({ name, description = "" }) => ({
    name,
    description,
    calls: calls.filter(({ id }) => id.startsWith(`${name}.`)),
  }))
}

const documented = (
  spec: Description,
  origin: string,
  path: string,
  method: string,
  operation: Operation,
): DocumentedCall => {
  const payload = schemaOf(operation.requestBody)
  const answer = schemaOf(operation.responses["200"])?.properties?.["data"]
  const parameters = (place: string) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema, description: note = "" }) => ({
        name,
        required,
        note,
        type: typeOf(schema),
        bounds: boundsOf(schema),
      }))
  return {
    id: operation.operationId ?? path,
    method,
    path,
    description: operation.description ?? "",
    headers: parameters("header"),
    query: parameters("query"),
    payload: payload === undefined ? [] : fieldsOf(spec, payload),
    answer: answer === undefined ? [] : fieldsOf(spec, answer),
    refusals: Object.entries(operation.responses)
      .filter(([status]) => status !== "200")
      .map(([status, response]) => ({ status, description: response.description })),
    example: exampleOf(spec, `${origin}${path}`, payload),
  }
}

const schemaOf = (content: Content | undefined): JsonSchema | undefined =>
  content?.content?.["application/json"]?.schema

const resolve = (spec: Description, schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : (spec.components.schemas[nameOf(schema.$ref)] ?? {})

const nameOf = (reference: string): string => reference.split("/").at(-1) ?? ""

/** The rows of a shape: the fields of an object, `[]` for the elements of a list, or the value itself. */
const fieldsOf = (
  spec: Description,
  schema: JsonSchema,
  name = "",
  required = true,
  depth = 0,
): ReadonlyArray<Field> => {
  const whole = { name, type: typeOf(schema), required, note: "", bounds: boundsOf(schema) }
  const shape = resolve(spec, schema)
  if (depth === DEPTH_MAX) return [whole]
  const own = name === "" ? [] : [whole]
  const { properties, items } = shape
  if (items !== undefined) return [...own, ...fieldsOf(spec, items, `${name}[]`, true, depth + 1)]
  if (properties === undefined) return [whole]
  const rows = Object.entries(properties).flatMap(([field, each]) => {
    const path = name === "" ? field : `${name}.${field}`
    return fieldsOf(spec, each, path, shape.required?.includes(field) === true, depth + 1)
  })
  // A row for the elements of a list would only repeat the list's own row.
  return name.endsWith("[]") ? rows : [...own, ...rows]
}

const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(" | ")
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema.items !== undefined) return `${typeOf(schema.items)}[]`
  return [schema.type ?? "any"].flat().join(" | ")
}

/** The bounds of a value, if a schema has both; the bounds of all integers are omitted. */
const boundsOf = (schema: JsonSchema): Bounds | null => {
  const { minLength, maxLength, minimum, maximum } = Object.assign({}, schema, ...(schema.allOf ?? [])) as Limits
  if (minLength !== undefined && maxLength !== undefined) return { of: "length", low: minLength, high: maxLength }
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return isBounded ? { of: "value", low: minimum, high: maximum } : null
}

type Limits = Partial<Record<"minLength" | "maxLength" | "minimum" | "maximum", number>>

const exampleOf = (spec: Description, url: string, payload: JsonSchema | undefined): string =>
  payload === undefined
    ? `curl '${url}'`
    : `curl '${url}' -H 'content-type: application/json' -d '${JSON.stringify(sampleOf(spec, payload))}'`

/** The smallest valid payload; an address if nothing is required. */
const sampleOf = (spec: Description, payload: JsonSchema): unknown => {
  const { properties = {}, required = [] } = resolve(spec, payload)
  const names = required.length > 0 ? required : ["url"].filter((name) => name in properties)
  return Object.fromEntries(names.map((name) => [name, name === "url" ? "https://example.org/feed.xml" : "…"]))
}
