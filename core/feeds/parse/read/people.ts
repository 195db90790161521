import { AUTHORS_MAX } from "../limits.ts"
import { type Person, readPerson } from "../people.ts"
import { childrenNamed, type XmlElement } from "../xml/XmlElement.ts"
import type { Source } from "./Source.ts"

/** The people that the first name with any gives: names come first to last in preference. */
export const peopleIn = (
  source: Source,
  parent: XmlElement,
  ...names: ReadonlyArray<string>
): ReadonlyArray<Person> => {
  for (const name of names) {
    const people = childrenNamed(parent, name)
      .slice(0, AUTHORS_MAX)
      .flatMap((element) => readPerson(element, source.base) ?? [])
    if (people.length > 0) return people
  }
  return []
}

export const contributorsIn = (source: Source, parent: XmlElement): ReadonlyArray<Person> =>
  peopleIn(source, parent, "contributor", "dc:contributor", "dcterms:contributor")
