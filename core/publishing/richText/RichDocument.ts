/**
 * The text of a post as the rich editor has it: the JSON of a ProseMirror document. Its schema is
 * src/features/compose/rich/schema.ts; tests of that file prove that both agree.
 */
export interface RichNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, RichValue>>
  readonly content?: ReadonlyArray<RichNode>
  readonly marks?: ReadonlyArray<RichMark>
  readonly text?: string
}

export interface RichMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, RichValue>>
}

export type RichValue = string | number | boolean | null

/** Formats of words in the order in which ProseMirror keeps them. */
export const RICH_MARKS = ["link", "strong", "em", "strike", "code"] as const

/** UTF-8 bytes of one part. Longer texts are written as Markdown: the editor shows all of a text at once. */
export const RICH_TEXT_BYTES_MAX = 400_000

export const textOf = ({ text, content = [] }: RichNode): string => text ?? content.map(textOf).join("")

export const attrOf = ({ attrs }: RichNode | RichMark, name: string): string => {
  const value = attrs?.[name]
  return value == null ? "" : String(value)
}
