import { hash, verify } from "@node-rs/argon2"
import { variables } from "#core/kernel"

const MEASURE_MS = 4_000
/** What the product's configuration says of hashes unless it is told otherwise. */
const { passwordMemoryKib, passwordPasses } = variables
const COST = {
  memoryCost: Number(passwordMemoryKib.default),
  timeCost: Number(passwordPasses.default),
  parallelism: 1,
}

/** Comparisons of a password with its hash per second, so many side by side: what a sign-in cannot do without. */
export async function bareHashes(sideBySide: number): Promise<number> {
  const phc = await hash("a password of the bench", COST)
  const began = performance.now()
  let done = 0
  const compare = async () => {
    while (performance.now() - began < MEASURE_MS) {
      await verify(phc, "a password of the bench")
      done += 1
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, compare))
  return done / ((performance.now() - began) / 1_000)
}
