import { expect, it } from "vitest"
import { reachable } from "./dump.ts"
import { schemasIn } from "./undump.ts"

const LIST = `;
; Archive created at 2026-11-21 09:00:00 UTC
;     Dumped from database version: 18.0
;
5; 2615 16386 SCHEMA - es quire
12; 2615 2200 SCHEMA - public pg_database_owner
8; 2615 16390 SCHEMA - rm_items_2 quire
217; 1259 16400 TABLE es event quire
`

it("lists the schemas that a dump creates", () => {
  expect(schemasIn(LIST)).toEqual(["es", "rm_items_2"])
})

it("passes the password in the environment, not on the command line", () => {
  expect(reachable("postgres://quire:s%40cret@db.example.org:5432/quire?sslmode=require")).toEqual({
    database: "postgres://quire@db.example.org:5432/quire?sslmode=require",
    env: { PGPASSWORD: "s@cret" },
  })
})
