import postgres from "postgres"

/** Our schemas: without PostgreSQL's own, and without those that projections create at run time. */
const OURS = `n.nspname !~ '^(pg_|information_schema$|rm_)'`
const WITH_READ_MODELS = `n.nspname !~ '^(pg_|information_schema$)'`

/** Excludes objects that belong to an extension. */
const notFromExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_catalog.pg_depend d
     where d.classid = 'pg_catalog.${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

const qualified = (name: string) => `format('%I.%I', n.nspname, ${name})`
const BY_NAME = (name: string) => `order by n.nspname collate "C", ${name} collate "C"`

const COLUMN = `format('  %I %s%s%s%s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
  case when a.attcollation <> t.typcollation then format(' collate %s', a.attcollation::regcollation) else '' end,
  case when a.attidentity <> '' then format(' generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end)
       when a.attgenerated <> '' then format(' generated always as (%s) %s', pg_catalog.pg_get_expr(f.adbin, f.adrelid), case a.attgenerated when 's' then 'stored' else 'virtual' end)
       when f.adbin is not null then format(' default %s', pg_catalog.pg_get_expr(f.adbin, f.adrelid))
       else '' end,
  case when a.attnotnull then ' not null' else '' end)`

/** Each row of these queries contains one statement in the column `text`. */
const CATALOG_QUERIES = {
  schemas: `
    select format('create schema %I;', n.nspname) as text
      from pg_catalog.pg_namespace n
     where ${OURS} and n.nspname <> 'public'
     order by n.nspname collate "C"`,

  extensions: `
    select format('create extension %I with schema %I;', e.extname, n.nspname) as text
      from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
     where e.extname <> 'plpgsql'
     order by e.extname collate "C"`,

  enums: `
    select format(E'create type %s as enum (\\n%s\\n);', ${qualified("t.typname")},
             string_agg(format('  %L', v.enumlabel), E',\\n' order by v.enumsortorder)) as text
      from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
      join pg_catalog.pg_enum v on v.enumtypid = t.oid
     where ${OURS} and ${notFromExtension("pg_type", "t.oid")}
     group by n.nspname, t.typname
     ${BY_NAME("t.typname")}`,

  domains: `
    select format('create domain %s as %s%s%s;', ${qualified("t.typname")}, pg_catalog.format_type(t.typbasetype, t.typtypmod),
             case when t.typnotnull then ' not null' else '' end,
             coalesce((select string_agg(' ' || pg_catalog.pg_get_constraintdef(c.oid), '' order by c.conname collate "C")
                         from pg_catalog.pg_constraint c where c.contypid = t.oid and c.contype = 'c'), '')) as text
      from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
     where t.typtype = 'd' and ${OURS} and ${notFromExtension("pg_type", "t.oid")}
     ${BY_NAME("t.typname")}`,

  sequences: `
    select format('create sequence %s as %s increment %s start %s cache %s;', ${qualified("c.relname")},
             pg_catalog.format_type(s.seqtypid, null), s.seqincrement, s.seqstart, s.seqcache) as text
      from pg_catalog.pg_sequence s join pg_catalog.pg_class c on c.oid = s.seqrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where ${OURS} and not exists (select from pg_catalog.pg_depend d
            where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype in ('i', 'e'))
     ${BY_NAME("c.relname")}`,

  functions: `
    select pg_catalog.pg_get_functiondef(p.oid) || ';' as text
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
     where p.prokind in ('f', 'p') and ${OURS} and ${notFromExtension("pg_proc", "p.oid")}
     order by n.nspname collate "C", p.proname collate "C", pg_catalog.pg_get_function_identity_arguments(p.oid) collate "C"`,

  tables: `
    select format(E'create %stable %s (\\n%s\\n)%s%s;', case c.relpersistence when 'u' then 'unlogged ' else '' end, ${qualified("c.relname")},
             (select string_agg(line, E',\\n' order by kind, position)
                from (select 1 as kind, a.attnum::int as position, ${COLUMN} as line
                        from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
                        left join pg_catalog.pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
                       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                      union all
                      select 2, (row_number() over (order by o.contype, o.conname collate "C"))::int,
                             format('  constraint %I %s', o.conname, pg_catalog.pg_get_constraintdef(o.oid))
                        from pg_catalog.pg_constraint o
                       where o.conrelid = c.oid and o.contype not in ('n', 't', 'f')) lines),
             case when c.relkind = 'p' then ' partition by ' || pg_catalog.pg_get_partkeydef(c.oid) else '' end,
             case when c.reloptions is not null then format(' with (%s)', array_to_string(c.reloptions, ', ')) else '' end) as text
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} and ${notFromExtension("pg_class", "c.oid")}
     ${BY_NAME("c.relname")}`,

  partitions: `
    select format('create table %s partition of %s %s%s;', ${qualified("c.relname")}, i.inhparent::regclass,
             pg_catalog.pg_get_expr(c.relpartbound, c.oid),
             case when c.reloptions is not null then format(' with (%s)', array_to_string(c.reloptions, ', ')) else '' end) as text
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_inherits i on i.inhrelid = c.oid
     where c.relkind in ('r', 'p') and c.relispartition and ${OURS}
     ${BY_NAME("c.relname")}`,

  foreignKeys: `
    select format('alter table %s add constraint %I %s;', o.conrelid::regclass, o.conname, pg_catalog.pg_get_constraintdef(o.oid)) as text
      from pg_catalog.pg_constraint o join pg_catalog.pg_namespace n on n.oid = o.connamespace
     where o.contype = 'f' and o.conparentid = 0 and ${OURS}
     order by o.conrelid::regclass::text collate "C", o.conname collate "C"`,

  indexes: `
    select pg_catalog.pg_get_indexdef(x.indexrelid) || ';' as text
      from pg_catalog.pg_index x join pg_catalog.pg_class c on c.oid = x.indexrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where ${OURS} and ${notFromExtension("pg_class", "x.indrelid")}
       and not exists (select from pg_catalog.pg_constraint o where o.conindid = x.indexrelid and o.contype in ('p', 'u', 'x'))
       and not exists (select from pg_catalog.pg_inherits i where i.inhrelid = x.indexrelid)
     ${BY_NAME("c.relname")}`,

  views: `
    select format(E'create %sview %s as\\n%s', case c.relkind when 'm' then 'materialized ' else '' end, ${qualified("c.relname")},
             pg_catalog.pg_get_viewdef(c.oid)) as text
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('v', 'm') and ${OURS} and ${notFromExtension("pg_class", "c.oid")}
     ${BY_NAME("c.relname")}`,

  triggers: `
    select pg_catalog.pg_get_triggerdef(t.oid) || ';' as text
      from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgparentid = 0 and ${OURS}
     order by n.nspname collate "C", c.relname collate "C", t.tgname collate "C"`,

  comments: `
    select format('comment on %s %s is %L;', case c.relkind when 'v' then 'view' else 'table' end, ${qualified("c.relname")}, d.description) as text
      from pg_catalog.pg_description d join pg_catalog.pg_class c on c.oid = d.objoid and d.classoid = 'pg_catalog.pg_class'::regclass
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where d.objsubid = 0 and c.relkind in ('r', 'p', 'v') and ${OURS}
     ${BY_NAME("c.relname")}`,
} as const

/**
 * Writes everything the migrations created as SQL, sorted by name, so that two databases with the same schema give the
 * same text. Excludes extensions, system schemas and data.
 */
export async function dumpSchema(url: string): Promise<string> {
  return `${HEADER}\n${(await readSchema(url)).join("\n\n")}\n`
}

/**
 * Returns the statements that create a schema, sorted by kind and name, not by what needs what.
 * @param withReadModels also those that create what projections did
 */
export async function readSchema(url: string, { withReadModels = false } = {}): Promise<ReadonlyArray<string>> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    // Makes the catalog functions qualify every name with its schema.
    await sql`set search_path to ''`
    const statements: Array<string> = []
    for (const query of Object.values(CATALOG_QUERIES)) {
      const wanted = withReadModels ? query.replaceAll(OURS, WITH_READ_MODELS) : query
      const rows = await sql.unsafe<Array<{ text: string }>>(wanted)
      statements.push(...rows.map(({ text }) => text.trimEnd()))
    }
    return statements
  } finally {
    await sql.end()
  }
}

const HEADER = "-- What all migrations together make, to be read and compared. Written by: npm run schema\n"
