import type { Named } from "#projections/accounts"
import { Remembered } from "./Remembered.ts"

/** A new name is seen in what is said after this time. */
const NAME_MS_MAX = 30_000
const NAMES_MAX = 20_000
const CODES_MAX = 20_000

export type DirectoryOptions = {
  readonly now: () => number
  readonly namesOf: (personIds: ReadonlyArray<string>) => Promise<ReadonlyMap<string, Named>>
  /** Whose a user code or channel code is, by the code as it was asked for. */
  readonly peopleOf: (codes: ReadonlyArray<string>) => Promise<ReadonlyMap<string, string>>
}

/** What people are called, and who is behind a code. */
export class Directory {
  readonly #names: Remembered<Named>
  readonly #codes: Remembered<string>

  constructor({ now, namesOf, peopleOf }: DirectoryOptions) {
    this.#names = new Remembered({ ask: namesOf, now, ageMsMax: NAME_MS_MAX, countMax: NAMES_MAX })
    this.#codes = new Remembered({ ask: peopleOf, now, ageMsMax: NAME_MS_MAX, countMax: CODES_MAX })
  }

  /** Code and name of a person; empty where they are gone. */
  async nameOf(personId: string): Promise<Called> {
    return calledOf(await this.#names.get(personId))
  }

  /** The same where it is known without asking. */
  knownName(personId: string): Called | undefined {
    const named = this.#names.known(personId)
    return named && calledOf(named)
  }

  /** The id of the person behind a code where it is known without asking. */
  knownPerson(code: string): string | undefined {
    return this.#codes.known(code)
  }

  async codesOf(personIds: ReadonlyArray<string>): Promise<ReadonlyMap<string, string>> {
    const named = await Promise.all(personIds.map((personId) => this.nameOf(personId)))
    return new Map(personIds.map((personId, at) => [personId, named[at]?.userCode ?? ""]))
  }

  /** The id of the person behind a code, or undefined. */
  personOf(code: string): Promise<string | undefined> {
    return CODE.test(code) ? this.#codes.get(code) : Promise.resolve(undefined)
  }
}

type Called = { readonly userCode: string; readonly displayName: string }

const calledOf = (named: Named | undefined): Called => ({
  userCode: named?.userCode ?? "",
  displayName: named?.displayName ?? named?.userCode ?? "",
})

/** What a code may look like at all: anything else is not worth a question. */
const CODE = /^[\w.-]{1,64}$/
