import { type Context, Effect, Layer, ManagedRuntime } from "effect"
import { connect, EventStore, Hints, PostgresEventStore, Sealing, Sql, type SqlClient } from "#core/kernel"
import type { BenchContext } from "../lib/Bench.ts"

export type OpenStore = {
  readonly store: (typeof EventStore)["Service"]
  readonly run: <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing | Hints>) => Promise<A>
}

/** Opens the event store as the product's processes do; `hints` announces appends to listeners. */
export async function openBenchStore(
  { defer }: BenchContext,
  url: string,
  { connections, hints = false }: { readonly connections: number; readonly hints?: boolean },
): Promise<OpenStore> {
  const layer = PostgresEventStore.pipe(
    Layer.provideMerge(hints ? Hints.layer : Hints.layerSilent),
    Layer.provide(Sql.layer(url, { connectionsMax: connections })),
    Layer.provideMerge(Sealing.layerMemory),
  )
  const runtime = ManagedRuntime.make(layer)
  defer(() => runtime.dispose())
  const services: Context.Context<EventStore | Sealing | Hints> = await runtime.runPromise(Effect.context())
  const run = Effect.runPromiseWith(services)
  return { run, store: await run(EventStore) }
}

/** A pool of the same driver with a plain table that has the columns of an event. */
export async function openTable({ defer }: BenchContext, url: string, connections: number): Promise<SqlClient> {
  const sql = connect(url, { connectionsMax: connections })
  defer(() => sql.end({ timeout: 5 }))
  await sql.unsafe(`
    create schema if not exists bench;
    create table if not exists bench.raw (
      position       bigint generated always as identity primary key,
      stream         text collate "C" not null,
      version        integer not null,
      event_id       uuid not null,
      type           text collate "C" not null,
      recorded_at    timestamptz not null default clock_timestamp(),
      correlation_id uuid not null,
      causation_id   uuid not null,
      actor          text not null,
      data           jsonb not null,
      subject_id     uuid,
      sealed         bytea
    )`)
  return sql
}
