import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { migrate } from "./migrate.ts"

let db: TestDatabase
let directory: string

const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
const names = async () => (await migrate(db.url, { directory })).map(({ name }) => name)

beforeEach(async () => {
  db = await testDatabase({ migrated: false })
  directory = mkdtempSync(join(tmpdir(), "quire-migrations-"))
  write("0001_one.sql", "create table one (id integer);")
})

afterEach(async () => {
  await db.drop()
  rmSync(directory, { recursive: true })
})

describe("migrate", () => {
  it("applies missing migrations in order, each once", async () => {
    write("0002_two.sql", "alter table one add column name text; create table two (id integer);")
    write("schema.sql", "this is not a migration")
    expect(await names()).toEqual(["0001_one.sql", "0002_two.sql"])
    expect(await names()).toEqual([])
    write("0010_ten.sql", "insert into two values (10)")
    expect(await names()).toEqual(["0010_ten.sql"])
  })

  it("rolls back a migration that fails halfway and names its line", async () => {
    write("0002_two.sql", "create table two (id integer);\n\ncreate table one (id integer);")
    await expect(names()).rejects.toThrow(/0002_two\.sql failed: relation "one" already exists/)
    const sql = postgres(db.url)
    expect((await sql`select to_regclass('two') as two`)[0]).toEqual({ two: null })
    await sql.end()
    write("0002_two.sql", "create table two (id integer)")
    expect(await names()).toEqual(["0002_two.sql"])
  })

  it("refuses if an applied file changed", async () => {
    await names()
    write("0001_one.sql", "create table one (id bigint);")
    await expect(names()).rejects.toThrow(/0001_one\.sql changed after it was applied/)
  })

  it("refuses a database that is newer than the program", async () => {
    write("0002_two.sql", "create table two (id integer)")
    await names()
    rmSync(join(directory, "0002_two.sql"))
    await expect(names()).rejects.toThrow(/0002_two\.sql, which this program does not know/)
  })

  it("lets a program run while a later release has added to the database, but not once it took something away", async () => {
    write("0002_two.sql", "-- expand\ncreate table two (id integer)")
    await names()
    rmSync(join(directory, "0002_two.sql"))
    const said: Array<string> = []
    expect(await migrate(db.url, { directory, log: (line) => said.push(line) })).toEqual([])
    expect(said).toEqual(["the database is ahead by 0002_two.sql, which this release may run with"])
    write("0002_two.sql", "-- expand\ncreate table two (id integer)")
    write("0003_three.sql", "-- contract\ndrop table one")
    await names()
    rmSync(join(directory, "0003_three.sql"))
    await expect(names()).rejects.toThrow(/0003_three\.sql, which this program does not know/)
  })

  it("takes a database whose migrations have no kinds yet", async () => {
    await names()
    const sql = postgres(db.url)
    await sql`alter table meta.migration drop column kind`
    await sql.end()
    write("0002_two.sql", "-- expand\ncreate table two (id integer)")
    expect(await names()).toEqual(["0002_two.sql"])
    rmSync(join(directory, "0001_one.sql"))
    await expect(names()).rejects.toThrow(/0001_one\.sql, which this program does not know/)
  })

  it("refuses a new file that is ordered before an applied one", async () => {
    write("0003_three.sql", "create table three (id integer)")
    await names()
    write("0002_two.sql", "create table two (id integer)")
    await expect(names()).rejects.toThrow(/0002_two\.sql comes before 0003_three\.sql/)
  })

  it.each([["2_two.sql"], ["0001_uno.sql"]])("refuses the file name %s", async (name) => {
    write(name, "select 1")
    await expect(names()).rejects.toThrow(/is not named like|have the same number/)
  })

  it("allows several callers to migrate at once", async () => {
    const applied = await Promise.all([names(), names(), names()])
    expect(applied.flat()).toEqual(["0001_one.sql"])
  })
})
