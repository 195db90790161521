/** An identifier as SQL takes it, whatever word it is. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The schema that holds one build of a projection's tables. */
export const schemaOf = (name: string, build: number): string => `rm_${name}_${build}`

/** A table of one build, as SQL takes it. */
export const tableIn = (schema: string, table: string): string => `${quoted(schema)}.${quoted(table)}`
