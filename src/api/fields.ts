import { Effect, Schema } from "effect"
import { ASCII_LETTERS_ONLY } from "#contract/accounts"
import { ADDRESS_LENGTH_MAX, PageFilter, PREVIEW_PAGE_SIZE, SOURCE_NAMES, SourceName } from "#contract/feeds"
import { DATE_MODES } from "#src/lib/dateFilter.ts"

/** One line of text without control characters, as in names, addresses and ids. */
export const lineText = (lengthMax: number) =>
  Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(lengthMax), Schema.isPattern(/^\P{Cc}*$/u))

export const Id = lineText(64)
/** Key of a stored picture, as returned by Home/UploadImage. */
export const PictureKey = lineText(200).check(Schema.isPattern(/^[\w./-]+$/))
export const Address = lineText(ADDRESS_LENGTH_MAX)
/** The cursor of the next page: `next` of the previous response. */
export const Cursor = lineText(200)
/** Only content from these sources. */
export const Sources = Schema.Array(SourceName).check(Schema.isMaxLength(SOURCE_NAMES.length))
/** A content language as lists name it, or "All"; empty for none. */
export const ContentLanguageCode = Schema.Union([
  Schema.Literal(""),
  Schema.String.check(Schema.isMaxLength(10), Schema.isPattern(ASCII_LETTERS_ONLY)),
])
/** A content language, or an interface language with its script. */
export const LanguageCode = Schema.String.check(Schema.isMaxLength(10), Schema.isPattern(/^[A-Za-z-]*$/))

/** Milliseconds since 1970, within the range of database timestamps. */
export const EpochMs = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8_640_000_000_000 }))

/** A date range; mode 1 has no end. */
export const Moments = {
  start: Schema.optionalKey(EpochMs),
  end: Schema.optionalKey(EpochMs),
  mode: Schema.optionalKey(Schema.Literals(DATE_MODES)),
}

/** The requested page, by default the first 50, and its date range. */
export const Filter = Schema.Struct({ ...PageFilter.fields, ...Moments }).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed({ pageSize: PREVIEW_PAGE_SIZE, page: 1 })),
)

/** A feed by id, code or address; the first one given is used. */
export const WhichFeed = {
  feedId: Schema.optionalKey(Id),
  code: Schema.optionalKey(Id),
  url: Schema.optionalKey(Address),
}
