import { Effect, Option, Schema } from "effect"
import { SCOPES, type Scope } from "#contract/chat"
import { NeedPermission, type RoomAddress } from "#core/chat"
import { type Asker, Malformed } from "./Handler.ts"

/** One of some words. */
export const readWord = <W extends string>(text: string, words: ReadonlyArray<W>): Effect.Effect<W, Malformed> => {
  const word = words.find((each) => each === text)
  return word === undefined ? Effect.fail(new Malformed({ what: JSON.stringify(text) })) : Effect.succeed(word)
}

/** The scope that a field names; the command's own where it is empty. */
export const readScope = (text: string, standard: Scope): Effect.Effect<Scope, Malformed> =>
  readWord(text || standard, SCOPES)

/** The id of the person behind a code. One that is nobody's is nobody's business. */
export const readPerson = Effect.fnUntraced(function* ({ node }: Asker, code: string) {
  const { directory } = node
  const personId = directory.knownPerson(code) ?? (yield* Effect.promise(() => directory.personOf(code)))
  return personId ?? (yield* new NeedPermission())
})

/** The room that two fields name, as the asker sees it. */
export const readRoom = Effect.fnUntraced(function* (asker: Asker, scopeText: string, target: string, standard: Scope) {
  const scope = yield* readScope(scopeText, standard)
  const other = yield* readPerson(asker, target)
  const room: RoomAddress =
    scope === "Person" ? { scope, personIds: [asker.person.personId, other] } : { scope, ownerId: other }
  return room
})

/** No room has more messages: their numbers have 32 bits, with a sign. */
const SEQ_MAX = 2_147_483_647
const NUMBER = /^[1-9]\d{0,9}$/

/** The number of a message within JSON, or none yet. */
export const SeqOrZero = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: SEQ_MAX }))

/** The number of a message. */
export const readSeq = (text: string): Effect.Effect<number, Malformed> =>
  NUMBER.test(text) && Number(text) <= SEQ_MAX
    ? Effect.succeed(Number(text))
    : Effect.fail(new Malformed({ what: "The number" }))

/** A field that is JSON; where it is empty, as an empty object. The control character that no database keeps is refused in it too. */
export const readJson = <A>(text: string, schema: Schema.Codec<A, unknown>): Effect.Effect<A, Malformed> =>
  Effect.suspend(() => {
    const value = Option.liftThrowable(() => JSON.parse(text || "{}", withoutZero))()
    return Option.match(Option.flatMap(value, Schema.decodeUnknownOption(schema)), {
      onNone: () => Effect.fail(new Malformed({ what: "The JSON" })),
      onSome: Effect.succeed,
    })
  })

/** The grammar refuses it as it is, but not as an escape. */
const withoutZero = (_: string, value: unknown): unknown => {
  if (typeof value === "string" && value.includes("\u0000")) throw new SyntaxError("U+0000")
  return value
}
