import { connect } from "#core/kernel"

/** Makes the log refuse events of one type while it is shut. */
export type AppendGate = { readonly shut: () => Promise<void>; readonly open: () => Promise<void> }

/**
 * Adds a gate to the log, which is open. Call it before anything reads the log: adding a trigger later can deadlock with
 * readers. Shutting it replaces a function, and locks no table.
 */
export const makeAppendGate = async (url: string, type: string): Promise<AppendGate> => {
  const set = async (body: string, then: (sql: ReturnType<typeof connect>) => Promise<unknown> = async () => {}) => {
    const sql = connect(url, { connectionsMax: 1 })
    try {
      await sql.unsafe(
        `create or replace function append_gate() returns trigger language plpgsql as $$ begin ${body}; end $$`,
      )
      await then(sql)
    } finally {
      await sql.end()
    }
  }
  const create = `create trigger append_gate before insert on es.event for each row when (new.type = '${type}')
    execute function append_gate()`
  await set("return new", (sql) => sql.unsafe(create))
  return { shut: () => set("raise exception 'not today'"), open: () => set("return new") }
}
