/**
 * A message is a text with `{name}` where a parameter goes, or, where the wording depends on `{count}`, one such text
 * per plural category of the language (Unicode CLDR: English and German know `one` and `other`, Chinese only `other`).
 */
export type Message = string | PluralMessage
export type PluralMessage = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string }

/** What a catalogue in another language must hold: every message of the source, a plural where the source has one. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : PluralMessage
}

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Texts<Source> = Source extends string ? Source : Source[keyof Source]

/** The parameters that a message takes, read from its English text. */
export type Parameters<Source> = {
  readonly [Name in Names<Texts<Source>>]: Name extends "count" ? number : string | number
}

/** No argument for a plain message, exactly one for a message with parameters. */
export type Arguments<Source> = [Names<Texts<Source>>] extends [never] ? [] : [parameters: Parameters<Source>]
