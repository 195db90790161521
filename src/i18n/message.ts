/**
 * A text with `{name}` for each parameter. If the wording depends on `{count}`, one text per plural category of the
 * language (Unicode CLDR): `one` and `other` in English and German, `other` in Chinese.
 */
export type Message = string | PluralMessage
export type PluralMessage = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string }

/** A translated catalogue: every message of the source, with plurals where the source has them. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : PluralMessage
}

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Texts<Source> = Source extends string ? Source : Source[keyof Source]

/** The parameters of a message, inferred from its English text. */
export type Parameters<Source> = {
  readonly [Name in Names<Texts<Source>>]: Name extends "count" ? number : string | number
}

/** No argument for a plain message, exactly one for a message with parameters. */
export type Arguments<Source> = [Names<Texts<Source>>] extends [never] ? [] : [parameters: Parameters<Source>]
