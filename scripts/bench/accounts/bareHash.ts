import { hash, verify } from "@node-rs/argon2"
import { variables } from "#core/kernel"

const MEASURE_MS = 4_000
/** The product's default configuration of password hashes. */
const { passwordMemoryKib, passwordPasses } = variables
const COST = {
  memoryCost: Number(passwordMemoryKib.default),
  timeCost: Number(passwordPasses.default),
  parallelism: 1,
}

/** Returns password verifications per second at the given concurrency: the lower bound of a sign-in's cost. */
export async function measureBareHashes(sideBySide: number): Promise<number> {
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
