import { Kysely } from "kysely"
import { expect, it } from "vitest"
import { compileOnce } from "./compileOnce.ts"
import { statementsOnly } from "./Sql.ts"

type Tables = { readonly boat: { readonly name: string; readonly harbour: string; readonly length: number } }
const db = new Kysely<Tables>({ dialect: statementsOnly })

it("compiles a statement once, and fills in its values each time", () => {
  let built = 0
  const longBoats = compileOnce<{ harbour: string; limit: number }>()((at) => {
    built += 1
    return db
      .selectFrom("boat")
      .select("name")
      .where("length", ">", 10)
      .where((eb) => eb.or([eb("harbour", "=", at("harbour")), eb("name", "=", at("harbour"))]))
      .limit(at("limit"))
  })
  const [one, other] = [
    { harbour: "Kiel", limit: 3 },
    { harbour: "Oslo", limit: 5 },
  ].map((values) => longBoats(values).compile())
  const plain = db
    .selectFrom("boat")
    .select("name")
    .where("length", ">", 10)
    .where((eb) => eb.or([eb("harbour", "=", "Kiel"), eb("name", "=", "Kiel")]))
    .limit(3)
    .compile()
  expect(one?.sql).toBe(plain.sql)
  expect(one?.parameters).toEqual(plain.parameters)
  expect(other?.sql).toBe(plain.sql)
  expect(other?.parameters).toEqual([10, "Oslo", "Oslo", 5])
  expect(built).toBe(1)
})
