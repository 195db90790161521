import { Effect } from "effect"
import { waitFor } from "#projections/runner"
import { openPeople, type TestPerson } from "../../accounts/testing/people.ts"
import { Applications, type OpenedChannel } from "../applications/Applications.ts"

type NewChannel = { readonly subject?: string; readonly languages?: ReadonlyArray<string> }

/** Makes a person a creator through an approved application. Projections must run on the database. */
export const makeCreator = async (
  url: string,
  { personId }: Pick<TestPerson, "personId">,
  { subject = "Harbour Notes", languages = ["en"] }: NewChannel = {},
): Promise<OpenedChannel> => {
  const people = openPeople({ url })
  const form = { subject, about: "Weekly essays about small ports.", links: [], languages }
  const approved = Effect.gen(function* () {
    const applications = yield* Applications
    yield* applications.apply(personId, form, false)
    const opened = yield* applications.approve(personId, "operator:test")
    yield* waitFor("accounts", opened.position, 20_000)
    yield* waitFor("channels", opened.position, 20_000)
    return opened
  })
  try {
    return await people.run(Effect.orDie(approved).pipe(Effect.provide(Applications.layer)))
  } finally {
    await people.close()
  }
}
