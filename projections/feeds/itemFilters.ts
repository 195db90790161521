import type { SqlClient } from "#core/kernel"
import type { ListItems } from "./ItemPage.ts"

/** Conditions of a list on the feed of an item, beginning with `and`; nothing where nothing is asked. */
export const ofSources = (sql: SqlClient, { sources = [] }: ListItems, feed: "f" | "g") =>
  sources.length === 0 ? sql`` : sql`and ${sql(feed)}.source = any(${[...sources]})`

/** The same on the language of an item, as its index has it. */
export const ofLanguage = (sql: SqlClient, { language }: ListItems, item: "i" | "o") =>
  language === undefined ? sql`` : sql`and split_part(lower(${sql(item)}.language), '-', 1) = ${language}`
