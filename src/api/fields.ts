import { Effect, Schema } from "effect"
import { ASCII_LETTERS_ONLY } from "#contract/accounts"
import { ADDRESS_LENGTH_MAX, PageFilter, PREVIEW_PAGE_SIZE, SOURCE_NAMES, SourceName } from "#contract/feeds"
import { DATE_MODES } from "#src/lib/dateFilter.ts"

/** One line of text without control characters, which no name, address or id has. */
export const line = (lengthMax: number) =>
  Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(lengthMax), Schema.isPattern(/^\P{Cc}*$/u))

export const Id = line(64)
export const Address = line(ADDRESS_LENGTH_MAX)
/** Where a list goes on: what the page before answered as `next`. */
export const Cursor = line(200)
/** Only content from these sources. */
export const Sources = Schema.Array(SourceName).check(Schema.isMaxLength(SOURCE_NAMES.length))
/** A content language as lists name it, or "All"; empty where none is meant. */
export const ContentLanguageCode = Schema.Union([
  Schema.Literal(""),
  Schema.String.check(Schema.isMaxLength(10), Schema.isPattern(ASCII_LETTERS_ONLY)),
])
/** A language of content, or one of the interface with its script. */
export const LanguageCode = Schema.String.check(Schema.isMaxLength(10), Schema.isPattern(/^[A-Za-z-]*$/))

/** A moment in milliseconds since 1970, as far as a database tells time. */
export const Moment = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8_640_000_000_000 }))

/** Between which dates; mode 1 has no end. */
export const Moments = {
  start: Schema.optionalKey(Moment),
  end: Schema.optionalKey(Moment),
  mode: Schema.optionalKey(Schema.Literals(DATE_MODES)),
}

/** The page that is asked for, a first page of 50 where nothing is said, and between which dates. */
export const Filter = Schema.Struct({ ...PageFilter.fields, ...Moments }).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed({ pageSize: PREVIEW_PAGE_SIZE, page: 1 })),
)

/** Which feed is meant: by its id, its code or its address, the first of them that is given. */
export const WhichFeed = {
  feedId: Schema.optionalKey(Id),
  code: Schema.optionalKey(Id),
  url: Schema.optionalKey(Address),
}
