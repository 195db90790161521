import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Schema } from "effect"
import { SeedProblem } from "./Seed.ts"

/** Minor units as a decimal string. */
const Units = Schema.String.check(Schema.isPattern(/^\d{1,38}$/))
const Inputs = Schema.Array(Schema.String)

/** What the signer has signed: the charges of the last 24 hours per network, and the payments that operators approved. */
export const SigningState = Schema.Struct({
  version: Schema.Literal(1),
  charges: Schema.Record(
    Schema.String,
    Schema.Array(Schema.Struct({ atMs: Schema.Finite, amount: Units, inputs: Inputs })),
  ),
  /** By withdrawal: all inputs of its last transaction, which the next one has to spend, too. */
  approved: Schema.Record(Schema.String, Schema.Struct({ atMs: Schema.Finite, inputs: Inputs })),
})
export type SigningState = typeof SigningState.Type

export const NOTHING_SIGNED: SigningState = { version: 1, charges: {}, approved: {} }

/** Where the signer keeps its state. */
export interface StateStore {
  readonly load: () => SigningState
  /** Returns once the state outlives a crash of the machine. */
  readonly save: (state: SigningState) => void
}

/** Keeps the state in memory, for a signer without limits and for tests. */
export const memoryStore = (): StateStore => {
  let last = NOTHING_SIGNED
  return {
    load: () => last,
    save: (state) => {
      last = state
    },
  }
}

const decode = Schema.decodeUnknownSync(SigningState)
const OWNER_ONLY = 0o600

/**
 * Keeps the state in a file, replaced as a whole. A missing file is an empty state; one that cannot be read is a problem,
 * because an empty state would allow the budget of a day once more.
 * @throws SeedProblem from `load`
 */
export const fileStore = (file: string): StateStore => ({
  load: () => {
    try {
      return decode(JSON.parse(readFileSync(file, "utf8")))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return NOTHING_SIGNED
      throw new SeedProblem(`the state ${file} cannot be read; check what was signed within 24 hours, then delete it`)
    }
  },
  save: (state) => {
    const written = `${file}.new`
    const descriptor = openSync(written, "w", OWNER_ONLY)
    try {
      writeFileSync(descriptor, JSON.stringify(state))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(written, file)
    const directory = openSync(dirname(file), "r")
    try {
      fsyncSync(directory)
    } finally {
      closeSync(directory)
    }
  },
})
