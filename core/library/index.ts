export { Assistant, type Piece } from "./assist/Assistant.ts"
export type { AssistFailed, BudgetSpent, LanguageNotOffered, NotConfigured } from "./assist/refusals.ts"
export { type TextBlock, type TextBlocks, textBlocks } from "./assist/textBlocks.ts"
export { LibraryEvents } from "./events.ts"
export { type LibraryFill, libraryFill } from "./libraryFill.ts"
export { recordAccess } from "./recordAccess.ts"
export { languageOf, UNKNOWN_LANGUAGE } from "./text/languageOf.ts"
export { branchIn, hitsIn, type Mark, marksOf } from "./text/marks.ts"
export { isLongEnough, OPERATORS, type Operator, parseQuery } from "./text/parseQuery.ts"
export { readSearch } from "./text/readSearch.ts"
export {
  type Branch,
  type Label,
  labelOf,
  type Need,
  type Search,
  type Sequence,
  type SoughtTerm,
} from "./text/Search.ts"
export { type Snippet, snippetOf } from "./text/snippetOf.ts"
export { tagKey } from "./text/tagKey.ts"
export { domainsOf, type TermPosition, termPositions } from "./text/termPositions.ts"
export { STEMMED_LANGUAGES, termOf } from "./text/termsOf.ts"
export { tokenise } from "./text/tokenise.ts"
export { correctQuery, Vocabulary } from "./text/Vocabulary.ts"
