import { measured, PEOPLE, type RawTransfers } from "./transfers.ts"

/** The textbook implementation: lock two rows in order, check, update both, insert two entries. */
export const rowLock: RawTransfers = async (sql) => {
  await sql.unsafe(`
    create schema if not exists bench;
    create table bench.purse (id integer primary key, balance numeric(38,0) not null, entries integer not null default 0);
    create table bench.entry (
      purse integer not null, number integer not null, transfer uuid not null, amount numeric(38,0) not null,
      balance numeric(38,0) not null, at timestamptz not null default now(), primary key (purse, number));
    insert into bench.purse select n, 1000000000000 from generate_series(1, ${PEOPLE}) n;`)
  const one = () => 1 + Math.floor(Math.random() * PEOPLE)
  return measured(() =>
    sql.begin(async (transaction) => {
      const from = one()
      let to = one()
      while (to === from) to = one()
      const amount = one()
      const rows = await transaction<Array<{ id: number; balance: string; entries: number }>>`
        select id, balance::text, entries from bench.purse where id in (${from}, ${to}) order by id for update`
      const giver = rows.find(({ id }) => id === from)
      const taker = rows.find(({ id }) => id === to)
      if (giver === undefined || taker === undefined || BigInt(giver.balance) < amount) throw new Error("not enough")
      const transfer = crypto.randomUUID()
      for (const [purse, change] of [
        [giver, -amount],
        [taker, amount],
      ] as const) {
        const balance = String(BigInt(purse.balance) + BigInt(change))
        await transaction`update bench.purse set balance = ${balance}::text::numeric, entries = entries + 1 where id = ${purse.id}`
        await transaction`
          insert into bench.entry (purse, number, transfer, amount, balance)
          values (${purse.id}, ${purse.entries + 1}, ${transfer}, ${String(change)}::text::numeric, ${balance}::text::numeric)`
      }
    }),
  )
}
