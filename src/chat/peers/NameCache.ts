import type { Named } from "#projections/accounts"
import { QueryBatcher } from "../QueryBatcher.ts"

type CacheEntry<V> = { readonly value: V | undefined; readonly untilMs: number }

export type TtlCacheOptions<V> = {
  readonly ask: (keys: ReadonlyArray<string>) => Promise<ReadonlyMap<string, V>>
  readonly now: () => number
  readonly ageMsMax: number
  readonly countMax: number
}

/** A cache with maximum age and size and batched queries. The oldest entry is dropped first. */
export class TtlCache<V> {
  readonly #options: TtlCacheOptions<V>
  readonly #invited: QueryBatcher<V>
  readonly #kept = new Map<string, CacheEntry<V>>()

  constructor(options: TtlCacheOptions<V>) {
    this.#options = options
    this.#invited = new QueryBatcher(options.ask)
  }

  /** A cached value that has not expired. */
  known(key: string): V | undefined {
    const kept = this.#kept.get(key)
    return kept !== undefined && kept.untilMs > this.#options.now() ? kept.value : undefined
  }

  async get(key: string): Promise<V | undefined> {
    const { now, ageMsMax, countMax } = this.#options
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.untilMs > now()) return kept.value
    const value = await this.#invited.get(key)
    this.#kept.delete(key)
    this.#kept.set(key, { value, untilMs: now() + ageMsMax })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > countMax && oldest !== undefined) this.#kept.delete(oldest)
    return value
  }
}

/** How long a changed name may take to appear. */
const NAME_MS_MAX = 30_000
const NAMES_MAX = 20_000
const CODES_MAX = 20_000

export type NameCacheOptions = {
  readonly now: () => number
  readonly namesOf: (personIds: ReadonlyArray<string>) => Promise<ReadonlyMap<string, Named>>
  /** The owner of a user code or channel code, by code. */
  readonly peopleOf: (codes: ReadonlyArray<string>) => Promise<ReadonlyMap<string, string>>
}

/** Cached names and codes of people. */
export class NameCache {
  readonly #names: TtlCache<Named>
  readonly #codes: TtlCache<string>

  constructor({ now, namesOf, peopleOf }: NameCacheOptions) {
    this.#names = new TtlCache({ ask: namesOf, now, ageMsMax: NAME_MS_MAX, countMax: NAMES_MAX })
    this.#codes = new TtlCache({ ask: peopleOf, now, ageMsMax: NAME_MS_MAX, countMax: CODES_MAX })
  }

  /** Code and name; empty for erased people. */
  async nameOf(personId: string): Promise<NameAndCode> {
    return nameAndCode(await this.#names.get(personId))
  }

  /** The same from the cache. */
  knownName(personId: string): NameAndCode | undefined {
    const named = this.#names.known(personId)
    return named && nameAndCode(named)
  }

  /** From the cache. */
  knownPerson(code: string): string | undefined {
    return this.#codes.known(code)
  }

  async codesOf(personIds: ReadonlyArray<string>): Promise<ReadonlyMap<string, string>> {
    const named = await Promise.all(personIds.map((personId) => this.nameOf(personId)))
    return new Map(personIds.map((personId, at) => [personId, named[at]?.userCode ?? ""]))
  }

  personOf(code: string): Promise<string | undefined> {
    return CODE.test(code) ? this.#codes.get(code) : Promise.resolve(undefined)
  }
}

type NameAndCode = { readonly userCode: string; readonly displayName: string }

const nameAndCode = (named: Named | undefined): NameAndCode => ({
  userCode: named?.userCode ?? "",
  displayName: named?.displayName ?? named?.userCode ?? "",
})

/** Other texts cannot be codes and need no query. */
const CODE = /^[\w.-]{1,64}$/
