import postgres from "postgres"
import * as catalog from "./dumpSchema/catalog.ts"

/**
 * Writes down everything that the migrations made, as SQL, in an order that depends on names alone, so that two
 * databases with the same schema give the same text. Extensions, system schemas and data are left out.
 */
export async function dumpSchema(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    // So that the catalogue's own functions write every name with its schema.
    await sql`set search_path to ''`
    const parts: Array<string> = []
    for (const query of Object.values(catalog.parts)) {
      const rows = await sql.unsafe<Array<{ text: string }>>(query)
      parts.push(...rows.map(({ text }) => text.trimEnd()))
    }
    return `${HEADER}\n${parts.join("\n\n")}\n`
  } finally {
    await sql.end()
  }
}

const HEADER = "-- What all migrations together make, to be read and compared. Written by: npm run schema\n"
