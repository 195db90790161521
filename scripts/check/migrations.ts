import { join } from "node:path"
import { parse } from "libpg-query"
import { declaredKind, type Migration, readMigrations } from "../../src/process/migrations.ts"
import { root } from "../run/root.ts"

/** The first migration that declares its kind. Applied files never change, so earlier ones count as `contract`. */
const DECLARED_FROM = 60
const FIXTURE = join(root, "scripts", "check", "fixtures", "migrations")

type Node = Readonly<Record<string, unknown>>
type Found = { readonly name: string; readonly line: number; readonly problem: string }

/**
 * Finds migrations without a declared kind, and statements of `expand` migrations that processes of the release before
 * could notice, with PostgreSQL's own parser. Then verifies with fixtures that it reports exactly the marked lines.
 */
export async function migrationProblems(): Promise<string | undefined> {
  const product = readMigrations().filter(({ number }) => number >= DECLARED_FROM)
  const found = (await Promise.all(product.map(problemsIn))).flat()
  const problems = found.map(({ name, line, problem }) => `migrations/${name}:${line} ${problem}`)
  for (const fixture of readMigrations(FIXTURE)) {
    const caught = new Set((await problemsIn(fixture)).map(({ line }) => line))
    for (const [index, text] of fixture.text.split("\n").entries())
      if (text.endsWith("-- refused") !== caught.has(index + 1))
        problems.push(`${fixture.name}:${index + 1} ${caught.has(index + 1) ? "is reported" : "is not reported"}`)
  }
  return problems.length > 0 ? problems.join("\n") : undefined
}

const problemsIn = async ({ name, text, kind }: Migration): Promise<ReadonlyArray<Found>> => {
  if (declaredKind(text) === undefined)
    return [{ name, line: 1, problem: "does not begin with the line `-- expand` or `-- contract`" }]
  if (kind === "contract") return []
  const { stmts = [] } = (await parse(text)) as {
    readonly stmts?: ReadonlyArray<{ readonly stmt: Node; readonly stmt_location?: number }>
  }
  const bytes = Buffer.from(text)
  const added: Added = { tables: new Set(), columns: new Set() }
  return stmts.flatMap(({ stmt, stmt_location: start = 0 }) => {
    const problem = problemOf(stmt, added)
    if (problem === null) return []
    // A statement begins where the one before ended, with white space and comments.
    const before = bytes.subarray(0, start).toString()
    const lead = /^(?:\s|--[^\n]*\n)*/.exec(bytes.subarray(start).toString())?.[0] ?? ""
    return [{ name, line: (before + lead).split("\n").length, problem: `${problem}: mark the migration as contract` }]
  })
}

/** What the same migration added, which no other program uses yet. Columns are named `table.column`. */
type Added = { readonly tables: Set<string>; readonly columns: Set<string> }

const fieldOf = (node: unknown, name: string): unknown => (node as Node | undefined)?.[name]
const listOf = (node: unknown, name: string): ReadonlyArray<Node> =>
  (fieldOf(node, name) as ReadonlyArray<Node> | undefined) ?? []

const tableOf = (relation: unknown): string =>
  `${fieldOf(relation, "schemaname") ?? "public"}.${fieldOf(relation, "relname")}`

/** Statements that add something of their own. */
const ADDITIONS = new Set(["CreateSchemaStmt", "CreateEnumStmt", "CreateDomainStmt", "CreateSeqStmt", "CommentStmt"])

/** Returns what a process of the release before could notice of a statement; null if nothing. */
const problemOf = (statement: Node, added: Added): string | null => {
  const [type = "", body] = Object.entries(statement)[0] ?? []
  const table = tableOf(fieldOf(body, "relation"))
  const isOwn = added.tables.has(table)
  if (ADDITIONS.has(type)) return null
  switch (type) {
    case "CreateStmt":
      added.tables.add(table)
      return null
    case "IndexStmt":
      return fieldOf(body, "unique") !== true || isOwn ? null : "a unique index refuses rows"
    case "CreateFunctionStmt":
    case "ViewStmt":
      return fieldOf(body, "replace") === true ? "it replaces what is used" : null
    case "InsertStmt":
      return isOwn ? null : "it adds rows to a table that is used"
    case "CreateTrigStmt":
      return isOwn ? null : "a trigger changes what writing does"
    case "UpdateStmt": {
      const targets = listOf(body, "targetList").map((target) => fieldOf(target["ResTarget"], "name"))
      const isBackfill = targets.every((column) => added.columns.has(`${table}.${column}`))
      return isOwn || isBackfill ? null : "it changes columns that are used"
    }
    case "AlterTableStmt":
      return isOwn ? null : problemOfAlterations(table, listOf(body, "cmds"), added)
    default:
      return `${type} is no addition`
  }
}

const problemOfAlterations = (table: string, commands: ReadonlyArray<Node>, { columns }: Added): string | null => {
  for (const command of commands) {
    const alteration = command["AlterTableCmd"]
    // The rows then survive a crash; nothing else changes for statements.
    if (fieldOf(alteration, "subtype") === "AT_SetLogged") continue
    if (fieldOf(alteration, "subtype") !== "AT_AddColumn") return "it changes a table that is used"
    const column = fieldOf(fieldOf(alteration, "def"), "ColumnDef")
    const constraints = listOf(column, "constraints").map((each) => fieldOf(each["Constraint"], "contype"))
    const hasDefault = constraints.includes("CONSTR_DEFAULT") || constraints.includes("CONSTR_GENERATED")
    for (const constraint of constraints)
      if (!["CONSTR_NULL", "CONSTR_NOTNULL", "CONSTR_DEFAULT", "CONSTR_GENERATED"].includes(String(constraint)))
        return "a constraint of the new column refuses rows"
    if (constraints.includes("CONSTR_NOTNULL") && !hasDefault) return "rows without the new column are refused"
    columns.add(`${table}.${fieldOf(column, "colname")}`)
  }
  return null
}
