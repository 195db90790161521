import { AUTHORS_MAX } from "../limits.ts"
import { type Person, readPerson } from "../people.ts"
import { childrenNamed, type XmlElement } from "../xml/XmlElement.ts"
import type { ReadingContext } from "./ReadingContext.ts"

/**
 * People of the first element name that has real names, otherwise of the first with any people. Names are in order of
 * preference; an address is not a public name.
 */
export const peopleIn = (
  context: ReadingContext,
  parent: XmlElement,
  ...names: ReadonlyArray<string>
): ReadonlyArray<Person> => {
  let nameless: ReadonlyArray<Person> = []
  for (const name of names) {
    const people = childrenNamed(parent, name)
      .slice(0, AUTHORS_MAX)
      .flatMap((element) => readPerson(element, context.base) ?? [])
    if (people.some((person) => person.name !== null)) return people
    if (nameless.length === 0) nameless = people
  }
  return nameless
}

export const contributorsIn = (context: ReadingContext, parent: XmlElement): ReadonlyArray<Person> =>
  peopleIn(context, parent, "contributor", "dc:contributor", "dcterms:contributor")
