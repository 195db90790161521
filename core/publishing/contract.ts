/** The part of publishing that browsers may import. */
export * from "./comments/limits.ts"
export * from "./limits.ts"
export { measureText } from "./markdown/measureText.ts"
export { markdownOf } from "./richText/markdownOf.ts"
export { RICH_MARKS, type RichMark, type RichNode } from "./richText/RichDocument.ts"
export { slugOf } from "./slugOf.ts"
