import { Effect, Option, Schema } from "effect"
import { SCOPES, type Scope } from "#contract/chat"
import { groupRoomOf, NeedPermission, type RoomAddress } from "#core/chat"
import { isUuid } from "#core/kernel"
import { Malformed, type RequestContext } from "./CommandHandler.ts"

export const readChoice = <W extends string>(text: string, words: ReadonlyArray<W>): Effect.Effect<W, Malformed> => {
  const word = words.find((each) => each === text)
  return word === undefined ? Effect.fail(new Malformed({ what: JSON.stringify(text) })) : Effect.succeed(word)
}

/** An empty field means the default scope of the command. */
export const readScope = (text: string, standard: Scope): Effect.Effect<Scope, Malformed> =>
  readChoice(text || standard, SCOPES)

/** An unknown code is answered like missing permission. */
export const readPerson = Effect.fnUntraced(function* ({ node }: RequestContext, code: string) {
  const { names } = node
  const personId = names.knownPerson(code) ?? (yield* Effect.promise(() => names.personOf(code)))
  return personId ?? (yield* new NeedPermission())
})

/** The room that two fields name, from the point of view of the caller. */
export const readRoom = Effect.fnUntraced(function* (
  context: RequestContext,
  scopeText: string,
  target: string,
  standard: Scope,
) {
  const scope = yield* readScope(scopeText, standard)
  if (scope === "Group") {
    if (!isUuid(target)) return yield* new NeedPermission()
    return groupRoomOf(target) satisfies RoomAddress as RoomAddress
  }
  const other = yield* readPerson(context, target)
  const room: RoomAddress =
    scope === "Person" ? { scope, personIds: [context.person.personId, other] } : { scope, ownerId: other }
  return room
})

/** Message numbers are signed 32-bit integers. */
const SEQ_MAX = 2_147_483_647
const NUMBER = /^[1-9]\d{0,9}$/

export const SeqOrZero = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: SEQ_MAX }))

export const readSeq = (text: string): Effect.Effect<number, Malformed> =>
  NUMBER.test(text) && Number(text) <= SEQ_MAX
    ? Effect.succeed(Number(text))
    : Effect.fail(new Malformed({ what: "The number" }))

/** An empty field means an empty object. Rejects U+0000, which PostgreSQL cannot store. */
export const readJson = <A>(text: string, schema: Schema.Codec<A, unknown>): Effect.Effect<A, Malformed> =>
  Effect.suspend(() => {
    const value = Option.liftThrowable(() => JSON.parse(text || "{}", withoutZero))()
    return Option.match(Option.flatMap(value, Schema.decodeUnknownOption(schema)), {
      onNone: () => Effect.fail(new Malformed({ what: "The JSON" })),
      onSome: Effect.succeed,
    })
  })

/** The grammar rejects U+0000 itself but not its escape. */
const withoutZero = (_: string, value: unknown): unknown => {
  if (typeof value === "string" && value.includes("\u0000")) throw new SyntaxError("U+0000")
  return value
}
