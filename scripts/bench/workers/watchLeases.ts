import { connect } from "#core/kernel"

/**
 * Lets the database note each lease that changes hands: of read models, reactors, feeds and mails. A lease overlaps if the
 * holder before still has time and, where the database knows it, is alive.
 */
export const watchLeases = async (url: string) => {
  const sql = connect(url, { connectionsMax: 1, name: "bench leases" })
  await sql.unsafe(`
    create schema bench;
    create table bench.lease (kind text, id text, is_double boolean);
    create function bench.is_alive(owner text) returns boolean language sql as $$
      select exists (select from pg_locks where locktype = 'advisory' and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())
        and classid::bigint = hashtext('projections.runner')::bigint & 4294967295
        and objid::bigint = hashtext(owner)::bigint & 4294967295) $$;
    create function bench.note_owner() returns trigger language plpgsql as $$ begin
      insert into bench.lease values (tg_table_name, new.name, old.owner is not null and old.owner <> new.owner
        and old.lease_until > clock_timestamp() and bench.is_alive(old.owner));
      return null; end $$;
    create function bench.note_feed() returns trigger language plpgsql as $$ begin
      insert into bench.lease values ('feed', new.feed_id, old.leased_until > clock_timestamp());
      return null; end $$;
    create function bench.note_mail() returns trigger language plpgsql as $$ begin
      insert into bench.lease values ('mail', new.message_id::text, old.due_at > clock_timestamp());
      return null; end $$;
    create trigger bench after update on es.projection for each row
      when (new.fence > old.fence and new.owner is not null) execute function bench.note_owner();
    create trigger bench after update on es.reactor for each row
      when (new.fence > old.fence and new.owner is not null) execute function bench.note_owner();
    create trigger bench after update on feeds.poll for each row
      when (new.fence > old.fence) execute function bench.note_feed();
    create trigger bench after update on mail.message for each row
      when (new.attempts > old.attempts) execute function bench.note_mail();`)
  return {
    read: async () => {
      const [row] = await sql<Array<{ overlaps: number; leases: number }>>`
        select count(*) filter (where is_double)::int as overlaps, count(*)::int as leases from bench.lease`
      const found = await sql<Array<{ kind: string; id: string }>>`
        select kind, id from bench.lease where is_double limit 20`
      return { overlaps: row?.overlaps ?? 0, leases: row?.leases ?? 0, found }
    },
    /** Whether running workers hold every read model and reactor. */
    areHeld: async () => {
      const [row] = await sql<Array<{ free: number }>>`
        select count(*)::int as free from (
          select owner from es.projection where status = 'live' union all select owner from es.reactor) held
        where owner is null or not bench.is_alive(owner)`
      return row?.free === 0
    },
    close: () => sql.end({ timeout: 1 }),
  }
}
