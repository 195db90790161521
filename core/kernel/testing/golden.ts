import { createHash } from "node:crypto"
import { Effect, Exit } from "effect"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent, EventFamily } from "../store/EventFamily.ts"
import { uuidv7 } from "../store/Ids.ts"

/**
 * A stored event: its data, and its sealed fields in plain text, if any. `core/<module>/events.golden.json` contains
 * the samples by type. They are kept permanently, as the events are.
 */
export type GoldenSample = {
  readonly data: Readonly<Record<string, unknown>>
  readonly sealed?: Readonly<Record<string, unknown>>
}
export type GoldenSamples = Readonly<Record<string, ReadonlyArray<GoldenSample>>>

/** The hashes of all accepted samples, by type. */
export type GoldenLock = Readonly<Record<string, ReadonlyArray<string>>>

/** An event family of any module. */
export type AnyFamily = Omit<EventFamily<AnyEvent>, "encode" | "encodeSync"> & {
  readonly encode: (event: never) => ReturnType<EventFamily<AnyEvent>["encode"]>
}

/** Problems of the samples, each with its fix; empty if there are none. */
export const goldenProblems = async (
  families: ReadonlyArray<AnyFamily>,
  samples: GoldenSamples,
  lock: GoldenLock,
): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const byType = new Map(families.flatMap((family) => family.types.map((type) => [type, family])))
  for (const type of byType.keys()) {
    if ((samples[type] ?? []).length === 0) problems.push(`${type} has no golden sample: add one to events.golden.json`)
  }
  for (const [type, list] of Object.entries(samples)) {
    const family = byType.get(type)
    if (family === undefined) {
      problems.push(`${type} has samples and no schema: restore it, because stored events must always decode`)
      continue
    }
    for (const sample of list) {
      const complaint = await complain(family, type, sample)
      if (complaint !== null) problems.push(`${type} ${JSON.stringify(sample.data)}: ${complaint}`)
    }
  }
  return [...problems, ...lockProblems(samples, lock)]
}

/** Adds the hashes of new samples to the lock and keeps existing ones. */
export const extendLock = (samples: GoldenSamples, lock: GoldenLock): GoldenLock => {
  const types = [...new Set([...Object.keys(lock), ...Object.keys(samples)])].toSorted()
  return Object.fromEntries(
    types.map((type) => [type, [...new Set([...(lock[type] ?? []), ...(samples[type] ?? []).map(hashOf)])]]),
  )
}

/** Reads `golden.lock`: one line for each sample, its type and its hash. */
export const parseLock = (text: string): GoldenLock => {
  const lock: Record<string, Array<string>> = {}
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const [type = "", hash = ""] = line.split(" ")
    lock[type] = [...(lock[type] ?? []), hash]
  }
  return lock
}

/** Serialises `golden.lock`. */
export const formatLock = (lock: GoldenLock): string =>
  Object.entries(lock)
    .flatMap(([type, hashes]) => hashes.map((hash) => `${type} ${hash}\n`))
    .join("")

const lockProblems = (samples: GoldenSamples, lock: GoldenLock): ReadonlyArray<string> => {
  const problems: Array<string> = []
  for (const type of new Set([...Object.keys(lock), ...Object.keys(samples)])) {
    const hashes = new Set((samples[type] ?? []).map(hashOf))
    const locked = new Set(lock[type])
    if ([...locked].some((hash) => !hashes.has(hash))) {
      problems.push(`a golden sample of ${type} was changed or removed: restore it; a new shape is a new name`)
    }
    if ([...hashes].some((hash) => !locked.has(hash))) {
      problems.push(`${type} has a new golden sample: accept it with GOLDEN=accept npm test -- core/kernel/golden`)
    }
  }
  return problems
}

const hashOf = (sample: GoldenSample): string => createHash("sha256").update(canonical(sample)).digest("hex")

/** Decodes a sample and encodes it again, also in its form after the person was erased. */
const complain = async (family: AnyFamily, type: string, { data, sealed }: GoldenSample): Promise<string | null> => {
  const check = Effect.gen(function* () {
    if (family.seals(type) !== (sealed !== undefined)) return "sealed fields belong under `sealed`, and only those"
    const sealing = yield* Sealing
    const eventId = uuidv7(0)
    const subjectId = sealed === undefined ? null : SUBJECT
    const bytes = sealed === undefined ? null : yield* sealing.seal(SUBJECT, eventId, sealed)
    const event = yield* family.decode({ eventId, type, data, subjectId, sealed: bytes })
    yield* family.decode({ eventId, type, data, subjectId, sealed: null })
    const again = yield* family.encode(event as never)
    const opened = again.sealed && (yield* sealing.open(again.subjectId ?? "", again.eventId, again.sealed))
    const same = canonical({ data: again.data, sealed: opened }) === canonical({ data, sealed })
    return same ? null : `it is stored as ${JSON.stringify(again.data)} now: give the new shape a new name`
  })
  const exit = await Effect.runPromiseExit(check.pipe(Effect.provide(Sealing.layerMemory)))
  return Exit.isSuccess(exit) ? exit.value : `it does not decode: ${String(exit.cause)}`
}

const SUBJECT = uuidv7(1)

/** JSON with sorted keys, so that key order does not matter. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
