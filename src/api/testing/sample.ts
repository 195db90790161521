import type { JsonSchema } from "../describe.ts"

type Schemas = Readonly<Record<string, JsonSchema>>

/** Texts that satisfy the calls' patterns, the simplest first. */
const TEXTS = [
  "plaintext",
  "2",
  "1600000000",
  "anna@people.example",
  "https://blog.example/feed.xml",
  "01890000-0000-7000-8000-000000000001",
  "0".repeat(20),
  "A".repeat(43),
]

/** A minimal value that matches a schema of the description. */
export const sampleOf = (schema: JsonSchema, schemas: Schemas): unknown => {
  if (schema.$ref !== undefined)
    return sampleOf(schemas[schema.$ref.replace("#/components/schemas/", "")] ?? {}, schemas)
  const [choice] = schema.anyOf ?? []
  if (choice !== undefined) return sampleOf(choice, schemas)
  if (schema["const"] !== undefined) return schema["const"]
  if (schema.enum !== undefined) return schema.enum[0]
  const [type] = [schema.type].flat()
  switch (type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, schemas)]),
      )
    case "array":
      return schema.items === undefined ? [] : [sampleOf(schema.items, schemas)]
    case "integer":
    case "number":
      return boundsOf(schema).minimum ?? 1
    case "boolean":
      return true
    case "string":
      return TEXTS.find((text) => fits(text, schema)) ?? ""
    case "null":
      return null
    default:
      return {}
  }
}

type Bounds = {
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** Effect writes several checks of one value as `allOf`. */
const boundsOf = (schema: JsonSchema): Bounds => Object.assign({}, schema, ...(schema.allOf ?? [])) as Bounds

const fits = (text: string, schema: JsonSchema): boolean =>
  [schema, ...(schema.allOf ?? [])].every((each) => {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = each as Bounds
    return (
      text.length >= minLength &&
      text.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, "u").test(text))
    )
  })
