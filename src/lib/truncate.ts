import { cutAfter } from "./foldRows.ts"

/** Characters of a title, and of a text, among the results of a search (specification, section 9). */
export const SEARCH_TITLE_LENGTH = 30
export const SEARCH_TEXT_LENGTH = 40

export const truncateTitle = (title: string, length: number = SEARCH_TITLE_LENGTH): string => cutAfter(title, length)
export const truncateText = (text: string, length: number = SEARCH_TEXT_LENGTH): string => cutAfter(text, length)
