import { createPublicKey, type KeyObject } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"
import { Schema } from "effect"
import { SeedProblem } from "./Seed.ts"

/** The operators whose signatures the signer accepts, with the public keys of their passkeys. */
export const PinnedOperators = Schema.Struct({
  version: Schema.Literal(1),
  /** Passkeys sign the console's address, too. */
  consoleOrigin: Schema.String,
  operators: Schema.Array(
    Schema.Struct({
      operatorId: Schema.String,
      name: Schema.String,
      /** JSON Web Keys. */
      keys: Schema.Array(Schema.Record(Schema.String, Schema.String)),
    }),
  ),
})
export type PinnedOperators = typeof PinnedOperators.Type

/** The keys of each operator, ready to verify. */
export interface Pinned {
  readonly consoleOrigin: string
  readonly keys: ReadonlyMap<string, ReadonlyArray<KeyObject>>
}

/** Nobody is pinned: no approval counts. */
export const NOBODY_PINNED: Pinned = { consoleOrigin: "", keys: new Map() }

const FILE_BYTES_MAX = 1_000_000
/** Permissions of group and others to write, which the file must not have. */
const OTHERS_WRITE = 0o022

/**
 * Reads the file that the owner of the machine wrote with `ops wallet pin-operators`. Everybody may read it, but only root
 * or the signer's own user may have written it.
 * @throws SeedProblem that says what is wrong
 */
export function readPinnedFile(file: string): Pinned {
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    throw new SeedProblem(`the operators in ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    const { mode, size, uid } = fstatSync(descriptor)
    if ((mode & OTHERS_WRITE) !== 0) throw new SeedProblem(`${file} can be changed by others: chmod 644`)
    if (process.getuid !== undefined && uid !== process.getuid() && uid !== 0)
      throw new SeedProblem(`${file} belongs to another user`)
    if (size > FILE_BYTES_MAX) throw new SeedProblem(`${file} is too long`)
    return parsePinned(readFileSync(descriptor, "utf8"))
  } finally {
    closeSync(descriptor)
  }
}

const decode = Schema.decodeUnknownSync(PinnedOperators)

/** Parses the file. A key that two operators have would let one of them sign twice. @throws SeedProblem */
export function parsePinned(text: string): Pinned {
  try {
    const { consoleOrigin, operators } = decode(JSON.parse(text))
    const keys = new Map(
      operators.map(({ operatorId, keys: own }) => [
        operatorId,
        own.map((key) => createPublicKey({ format: "jwk", key: { ...key } })),
      ]),
    )
    const spki = (key: KeyObject) => key.export({ format: "der", type: "spki" }).toString("base64")
    const all = [...keys.values()].flatMap((own) => [...new Set(own.map(spki))])
    if (new Set(all).size < all.length || keys.size < operators.length) throw new Error("two operators share a key")
    return { consoleOrigin, keys }
  } catch (error) {
    throw new SeedProblem(`the operators cannot be parsed: ${(error as Error).message}`)
  }
}
