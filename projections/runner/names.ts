/** A quoted SQL identifier. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The schema that holds one build of a projection's tables. */
export const schemaOf = (name: string, build: number): string => `rm_${name}_${build}`

/** The quoted name of a table of one build. */
export const tableIn = (schema: string, table: string): string => `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`
