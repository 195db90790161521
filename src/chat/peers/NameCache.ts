import type { Named } from "#projections/accounts"
import { QueryBatcher } from "../QueryBatcher.ts"

type CacheEntry<V> = { readonly value: V | undefined; readonly untilMs: number }

export type TtlCacheOptions<V> = {
  readonly load: (keys: ReadonlyArray<string>) => Promise<ReadonlyMap<string, V>>
  readonly now: () => number
  readonly ageMsMax: number
  readonly countMax: number
}

/** A cache with maximum age and size and batched queries. The oldest entry is dropped first. */
export class TtlCache<V> {
  readonly #options: TtlCacheOptions<V>
  readonly #invited: QueryBatcher<V>
  readonly #entries = new Map<string, CacheEntry<V>>()

  constructor(options: TtlCacheOptions<V>) {
    this.#options = options
    this.#invited = new QueryBatcher(options.load)
  }

  /** A cached value that has not expired. */
  known(key: string): V | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.untilMs > this.#options.now() ? entry.value : undefined
  }

  async get(key: string): Promise<V | undefined> {
    const { now, ageMsMax, countMax } = this.#options
    const stored = this.#entries.get(key)
    if (stored !== undefined && stored.untilMs > now()) return stored.value
    const value = await this.#invited.get(key)
    this.#entries.delete(key)
    this.#entries.set(key, { value, untilMs: now() + ageMsMax })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > countMax && oldest !== undefined) this.#entries.delete(oldest)
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
    this.#names = new TtlCache({ load: namesOf, now, ageMsMax: NAME_MS_MAX, countMax: NAMES_MAX })
    this.#codes = new TtlCache({ load: peopleOf, now, ageMsMax: NAME_MS_MAX, countMax: CODES_MAX })
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
