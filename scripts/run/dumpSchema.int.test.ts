import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { dumpSchema } from "./dumpSchema.ts"

let one: TestDatabase
let other: TestDatabase

const run = async (db: TestDatabase, text: string) => {
  const sql = postgres(db.url, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

beforeAll(async () => {
  one = await testDatabase({ migrated: false })
  other = await testDatabase({ migrated: false })
})
afterAll(async () => {
  await one.drop()
  await other.drop()
})

describe("dumpSchema", () => {
  it("writes a schema that recreates the same schema", async () => {
    await run(
      one,
      `create schema shop;
       create extension pg_trgm with schema public;
       create type shop.size as enum ('small', 'large', 'medium');
       create domain shop.price as numeric(12, 2) check (value >= 0);
       create sequence shop.ticket increment 5 cache 1;
       create function shop.total(price shop.price) returns numeric language sql immutable as $$ select price * 2 $$;
       create table shop.item (
         id bigint generated always as identity primary key,
         "Name" text not null collate "C" unique,
         size shop.size default 'small',
         price shop.price check (price < 1000),
         doubled numeric generated always as (shop.total(price)) stored
       ) with (fillfactor = 80);
       create table shop.sale (at date not null, item bigint references shop.item, primary key (at)) partition by range (at);
       create table shop.sale_2026 partition of shop.sale for values from ('2026-01-01') to ('2027-01-01');
       create index item_name on shop.item using gin ("Name" public.gin_trgm_ops) where price > 1;
       create view shop.cheap as select id, "Name" from shop.item where price < 1;
       comment on table shop.item is 'what is sold';
       create function shop.touch() returns trigger language plpgsql as $$ begin return new; end $$;
       create trigger touched before insert on shop.item for each row execute function shop.touch();
       create schema rm_items_1; create table rm_items_1.built (id integer);`,
    )
    const schema = await dumpSchema(one.url)
    expect(schema).toContain('  "Name" text collate "C" not null')
    expect(schema).toContain("create table shop.sale_2026 partition of shop.sale FOR VALUES FROM ('2026-01-01')")
    expect(schema).not.toContain("rm_items")
    await run(other, schema)
    expect(await dumpSchema(other.url)).toBe(schema)
  })
})
