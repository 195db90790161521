import type { SchemaAST } from "effect"

/** What a reader answers for a value that does not fit. */
export const MISFIT = Symbol("misfit")

/**
 * Reads a value the way a schema decodes it: known fields alone, in a new object; MISFIT where it does not fit. Fields come in
 * the schema's order, never in the database's: states keep digests of what they hold.
 */
export type PlainReader = (input: unknown) => unknown

/**
 * A reader for a schema that is plain data: text, numbers, booleans, literals, arrays, structs and unions of those, with
 * their checks. Nothing where the schema transforms or holds anything else. It answers what decoding answers and takes a
 * fifth of the time, which is what replaying a log mostly consists of; why a value does not fit only decoding can say.
 */
export const plainReader = (ast: SchemaAST.AST): PlainReader | undefined => {
  if (ast.encoding !== undefined || ast.annotations?.["parseOptions"] !== undefined) return undefined
  const read = readerOf(ast)
  return read && checked(ast, read)
}

const readerOf = (ast: SchemaAST.AST): PlainReader | undefined => {
  switch (ast._tag) {
    case "String":
      return (input) => (typeof input === "string" ? input : MISFIT)
    case "Number":
      return (input) => (typeof input === "number" ? input : MISFIT)
    case "Boolean":
      return (input) => (typeof input === "boolean" ? input : MISFIT)
    case "Null":
      return (input) => (input === null ? input : MISFIT)
    case "Undefined":
      return (input) => (input === undefined ? input : MISFIT)
    case "Literal":
      return (input) => (input === ast.literal ? input : MISFIT)
    case "Arrays":
      return arrayReader(ast)
    case "Objects":
      return structReader(ast)
    case "Union":
      return unionReader(ast)
    default:
      return undefined
  }
}

const arrayReader = ({ elements, rest, encodingChecks }: SchemaAST.Arrays): PlainReader | undefined => {
  const [element] = rest
  if (element === undefined || rest.length > 1 || elements.length > 0 || encodingChecks) return undefined
  const read = plainReader(element)
  if (read === undefined) return undefined
  return (input) => {
    if (!Array.isArray(input)) return MISFIT
    const output: Array<unknown> = []
    for (const each of input) {
      const value = read(each)
      if (value === MISFIT) return MISFIT
      output.push(value)
    }
    return output
  }
}

const structReader = ({ propertySignatures, indexSignatures, encodingChecks }: SchemaAST.Objects) => {
  if (indexSignatures.length > 0 || encodingChecks) return undefined
  const fields: Array<{ readonly name: string; readonly read: PlainReader; readonly isOptional: boolean }> = []
  for (const { name, type } of propertySignatures) {
    const read = plainReader(type)
    if (read === undefined || typeof name !== "string" || name === "__proto__") return undefined
    fields.push({ name, read, isOptional: type.context?.isOptional ?? false })
  }
  return (input: unknown) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return MISFIT
    const output: Record<string, unknown> = {}
    for (const { name, read, isOptional } of fields) {
      if (!Object.hasOwn(input, name)) {
        if (isOptional) continue
        return MISFIT
      }
      const value = read((input as Record<string, unknown>)[name])
      if (value === MISFIT) return MISFIT
      output[name] = value
    }
    return output
  }
}

const unionReader = ({ types, options, encodingChecks }: SchemaAST.Union): PlainReader | undefined => {
  if (options?.mode === "oneOf" || encodingChecks) return undefined
  const literals = types.map((each) =>
    each._tag === "Literal" && !each.checks && !each.encoding ? each.literal : MISFIT,
  )
  if (!literals.includes(MISFIT)) {
    const allowed = new Set<unknown>(literals)
    return (input) => (allowed.has(input) ? input : MISFIT)
  }
  const readers = types.map(plainReader)
  if (!readers.every((each) => each !== undefined)) return undefined
  return (input) => {
    for (const read of readers) {
      const value = read(input)
      if (value !== MISFIT) return value
    }
    return MISFIT
  }
}

const checked = (ast: SchemaAST.AST, read: PlainReader): PlainReader => {
  const filters = (ast.checks ?? []).flatMap(filtersOf)
  if (filters.length === 0) return read
  return (input) => {
    const value = read(input)
    if (value === MISFIT) return MISFIT
    for (const filter of filters) if (filter.run(value, ast, OPTIONS) !== undefined) return MISFIT
    return value
  }
}

const filtersOf = (check: SchemaAST.Check<unknown>): ReadonlyArray<SchemaAST.Filter<unknown>> =>
  check._tag === "Filter" ? [check] : check.checks.flatMap(filtersOf)

const OPTIONS = {}
