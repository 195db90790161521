import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import type { FollowableFeed } from "#contract/follows"
import { variables } from "#core/kernel"
import { openPeople, TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import { startProduct } from "../testing/product.ts"
import { callTimes } from "./accounts/callTimes.ts"
import { type Account, type Browsers, signIns } from "./accounts/signIns.ts"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { interleaved } from "./lib/interleaved.ts"
import { requestRate } from "./pages/requestRate.ts"

const MEASURE_MS = 4_000
/** The product's default configuration of password hashes. */
const { passwordMemoryKib, passwordPasses } = variables
const COST = {
  memoryCost: Number(passwordMemoryKib.default),
  timeCost: Number(passwordPasses.default),
  parallelism: 1,
}

/** Returns password verifications per second at the given concurrency: the lower bound of a sign-in's cost. */
async function measureBareHashes(sideBySide: number): Promise<number> {
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

/** Accounts that sign in, so many that each signs in rarely, as in production. */
const PEOPLE = 50
/** Concurrent sign-ins and hashes per processor, enough that no processor idles while others wait for the disk. */
const SIDE_BY_SIDE = 4
const FOLLOWS = 10
const PAGE = "/newsfeeds"

/**
 * Measures what a session adds to a call, a signed-in reader's personal feed against a guest's, and a sign-in against
 * the password hash that it contains.
 */
export default {
  about: "what sessions cost calls and pages, and how near a sign-in comes to the bare hash",
  goals: [
    goalMax("absolute", "session_check_p99_ms", 1),
    goalMin("ratio", "signed_in_feed_vs_guest_feed", 0.92),
    goalMin("ratio", "sign_in_vs_bare_argon2", 0.8),
  ],
  run: async ({ log, defer, database }) => {
    log("starting the product with its demo library")
    const url = await database()
    const env = { MASTER_KEY: TEST_MASTER_KEY, TRUSTED_PROXIES: "1", ROLES: "web,worker" }
    const product = await startProduct({ databaseUrl: url, demo: true, env })
    defer(product.stop)
    const { origin } = product
    const people = openPeople({ url, hashes: "standard" })
    defer(people.close)
    const accounts: Array<Account> = []
    for (let count = 0; count < PEOPLE; count += 1) {
      const { email, password } = await people.make()
      accounts.push({ email, password })
    }
    const { token } = await people.make()
    const feeds = await popularFeeds(origin)
    await follow(origin, token, feeds)
    const guest = `quire_follows=${encodeURIComponent(new URLSearchParams([["", feeds.map(({ feedId }) => feedId).join(".")]]).toString())}`

    const sideBySide = SIDE_BY_SIDE * availableParallelism()
    // The warm-up makes the browsers known, as most sign-ins come from known browsers.
    const browsers: Browsers = new Map()
    const entering = await interleaved(
      { signIn: () => signIns(origin, accounts, sideBySide, browsers), hash: () => measureBareHashes(sideBySide) },
      { log },
    )
    const pages = await interleaved(
      {
        member: () => requestRate(origin, PAGE, `quire_session=${token}`),
        guest: () => requestRate(origin, PAGE, guest),
      },
      { log },
    )
    const calls = await interleaved(
      { session: () => callTimes(origin, token), none: () => callTimes(origin, null) },
      { log },
    )
    return {
      ratios: {
        signed_in_feed_vs_guest_feed: pages.ratio("member", "guest"),
        sign_in_vs_bare_argon2: entering.ratio("signIn", "hash"),
      },
      absolute: {
        session_check_p99_ms: Math.max(0, calls.median("session") - calls.median("none")),
        call_with_session_p99_ms: calls.median("session"),
        call_without_p99_ms: calls.median("none"),
        beside_the_hash_ms:
          availableParallelism() * (1_000 / entering.median("signIn") - 1_000 / entering.median("hash")),
        sign_ins_per_s: entering.median("signIn"),
        bare_argon2_per_s: entering.median("hash"),
        signed_in_feed_per_s: pages.median("member"),
        guest_feed_per_s: pages.median("guest"),
      },
    }
  },
} satisfies Bench

async function popularFeeds(origin: string): Promise<ReadonlyArray<FollowableFeed>> {
  const response = await fetch(`${origin}/api/Feed/MostPopularFeeds?pageSize=${FOLLOWS}`)
  const { data } = (await response.json()) as { readonly data: { readonly feeds: ReadonlyArray<FollowableFeed> } }
  return data.feeds
}

async function follow(origin: string, token: string, feeds: ReadonlyArray<FollowableFeed>): Promise<void> {
  for (const { feedId } of feeds) {
    const response = await fetch(`${origin}/api/Feed/Follow`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ feedId }),
    })
    if (!response.ok) throw new Error(`a follow was answered ${response.status}`)
  }
}
