import { AUTHORS_MAX } from "../limits.ts"
import { type Person, readPerson } from "../people.ts"
import { childrenNamed, type XmlElement } from "../xml/XmlElement.ts"
import type { Source } from "./Source.ts"

/**
 * The people of the first name whose people have names of their own, else of the first with any: names come first to last in
 * preference, and an address alone is no name for the public.
 */
export const peopleIn = (
  source: Source,
  parent: XmlElement,
  ...names: ReadonlyArray<string>
): ReadonlyArray<Person> => {
  let nameless: ReadonlyArray<Person> = []
  for (const name of names) {
    const people = childrenNamed(parent, name)
      .slice(0, AUTHORS_MAX)
      .flatMap((element) => readPerson(element, source.base) ?? [])
    if (people.some((person) => person.name !== null)) return people
    if (nameless.length === 0) nameless = people
  }
  return nameless
}

export const contributorsIn = (source: Source, parent: XmlElement): ReadonlyArray<Person> =>
  peopleIn(source, parent, "contributor", "dc:contributor", "dcterms:contributor")
