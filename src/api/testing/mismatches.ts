import type { JsonSchema } from "../describe.ts"

type Schemas = Readonly<Record<string, JsonSchema>>

/** Where a value does not match a schema of the description, as text; empty if it matches. */
export const findMismatches = (
  value: unknown,
  schema: JsonSchema,
  schemas: Schemas,
  path = "$",
): ReadonlyArray<string> => {
  if (schema.$ref !== undefined) {
    const target = schemas[schema.$ref.replace("#/components/schemas/", "")]
    return target === undefined
      ? [`${path}: ${schema.$ref} is not there`]
      : findMismatches(value, target, schemas, path)
  }
  if (schema.anyOf !== undefined) {
    const fits = schema.anyOf.some((each) => findMismatches(value, each, schemas, path).length === 0)
    return fits ? [] : [`${path}: ${JSON.stringify(value)} is none of the choices`]
  }
  const wrong = [...(schema.allOf ?? []).flatMap((each) => findMismatches(value, each, schemas, path))]
  if (schema.enum !== undefined && !schema.enum.includes(value)) wrong.push(`${path}: ${JSON.stringify(value)}`)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return [...wrong, `${path}: ${JSON.stringify(value)} is not ${types.join(" or ")}`]
  }
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined
      ? wrong
      : [...wrong, ...value.flatMap((each, at) => findMismatches(each, items, schemas, `${path}[${at}]`))]
  }
  if (typeof value !== "object" || value === null) return wrong
  const { properties = {}, required = [], additionalProperties } = schema
  for (const name of required) if (!(name in value)) wrong.push(`${path}.${name} is missing`)
  for (const [name, each] of Object.entries(value)) {
    const known = properties[name]
    if (known !== undefined) wrong.push(...findMismatches(each, known, schemas, `${path}.${name}`))
    else if (typeof additionalProperties === "object")
      wrong.push(...findMismatches(each, additionalProperties, schemas, `${path}.${name}`))
    else if (additionalProperties === false) wrong.push(`${path}.${name} is too much`)
  }
  return wrong
}

const isOfType = (value: unknown, type: string): boolean => {
  switch (type) {
    case "null":
      return value === null
    case "array":
      return Array.isArray(value)
    case "integer":
      return Number.isInteger(value)
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value)
    default:
      return typeof value === type
  }
}
