import { randomBytes } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from "node:fs"

/** What all keys come from (BIP32). Anyone who has it has the coins. */
export interface Seed {
  readonly bytes: Uint8Array
  /** Made by the product itself for a demo chain. */
  readonly isDemo: boolean
}

/** A seed cannot be read, with what an operator has to do. Never says any of it. */
export class SeedProblem extends Error {
  override readonly name = "SeedProblem"
}

/** Bytes of a seed (BIP32); those that are made here have the recommended number. */
const BYTES_MIN = 16
const BYTES_MAX = 64
const BYTES_MADE = 32
const FILE_BYTES_MAX = 200
/** Others than the owner may do nothing with the file. */
const OTHERS = 0o077

/** What a made seed begins with, so that nobody takes it for one that was kept. */
const DEMO = "demo:"

/**
 * Reads a seed from a file of mode 0600: hexadecimal digits. Makes one where there is none and `create` says so.
 * @throws SeedProblem with what is wrong
 */
export function readSeedFile(file: string, { create }: { readonly create: boolean }): Seed {
  if (create) createSeed(file)
  let descriptor: number
  try {
    // Not through a link: it could be changed under us.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    throw new SeedProblem(`the seed file ${file} cannot be opened (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    const { mode, size, uid } = fstatSync(descriptor)
    if ((mode & OTHERS) !== 0) throw new SeedProblem(`the seed file ${file} is open to others: chmod 600`)
    if (process.getuid !== undefined && uid !== process.getuid()) {
      throw new SeedProblem(`the seed file ${file} belongs to another user`)
    }
    if (size > FILE_BYTES_MAX) throw new SeedProblem(`the seed file ${file} is too long`)
    const content = readFileSync(descriptor)
    try {
      return parseSeed(content.toString("latin1"))
    } finally {
      content.fill(0)
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Reads a seed as text. @throws SeedProblem */
export function parseSeed(text: string): Seed {
  const trimmed = text.trim()
  const isDemo = trimmed.startsWith(DEMO)
  const digits = isDemo ? trimmed.slice(DEMO.length) : trimmed
  const isHex = /^([0-9a-f]{2})+$/i.test(digits)
  if (!isHex || digits.length < 2 * BYTES_MIN || digits.length > 2 * BYTES_MAX) {
    throw new SeedProblem(`a seed is ${2 * BYTES_MIN} to ${2 * BYTES_MAX} hexadecimal digits`)
  }
  return { bytes: new Uint8Array(Buffer.from(digits, "hex")), isDemo }
}

/** Makes one for a demo; the first of several processes wins. */
function createSeed(file: string): void {
  const bytes = randomBytes(BYTES_MADE)
  try {
    writeFileSync(file, `${DEMO}${bytes.toString("hex")}\n`, { mode: 0o600, flag: "wx" })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== "EEXIST") throw new SeedProblem(`the seed file ${file} cannot be made (${code})`)
  } finally {
    bytes.fill(0)
  }
}
