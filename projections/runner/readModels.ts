import { type Expression, isExpression, Kysely, sql } from "kysely"
import { statementsOnly } from "#core/kernel"
import type { Columns, QueriedRow } from "./Column.ts"
import type { Table } from "./Table.ts"

/** Kysely's types of tables: `read.<name>` is the view of a table's live build. */
export type ReadTables<T extends Table<Columns, string>> = {
  [Each in T as `read.${Each["name"]}`]: QueriedRow<Each["columns"]>
}

/**
 * A query builder over read models, typed by their declared tables. Queries run with `query` of the Sql service.
 * A query that also reads another module's tables declares them: `readModels(feed).withTables<{ "read.follow": ... }>()`.
 */
export const readModels = <const T extends ReadonlyArray<Table<Columns, string>>>(
  ..._tables: T
): Kysely<ReadTables<T[number]>> => builder as unknown as Kysely<ReadTables<T[number]>>

const builder = new Kysely<object>({ dialect: statementsOnly })

/** A time as milliseconds since 1970. */
export const epochMs = <T extends Date | null>(at: Expression<T>) =>
  sql<number | Extract<T, null>>`(extract(epoch from ${at}) * 1000)::bigint`

/**
 * Matches rows if the column holds one of the values, or of those at a place (compileOnce). One statement for any number
 * of values, unlike `in`.
 */
export const isAnyOf = <T>(
  column: Expression<T>,
  values: ReadonlyArray<NonNullable<T>> | Expression<ReadonlyArray<NonNullable<T>>>,
) => sql<boolean>`${column} = any(${isExpression(values) ? values : [...values]})`
