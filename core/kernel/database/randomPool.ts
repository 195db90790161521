import { randomBytes } from "node:crypto"

/** Drawn at once: asking the system for sixteen bytes costs as much as asking for these. */
const POOL_BYTES = 4_096

let pool = Buffer.alloc(0)
let used = 0

/** A few bytes from the system's random generator, 4,096 at most, that nobody else is given. */
export const fewRandomBytes = (count: number): Buffer => {
  if (used + count > pool.length) {
    pool = randomBytes(POOL_BYTES)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}
