import { storedState } from "../storedState.ts"

/** The interface language, and whether pages show their introductions (blurbs). */
export const languageState = storedState("quire:language", { Language: "en", ShowBlurb: true })
/** The language code of the page, as in its `lang` attribute. */
export const languageCode = storedState("quire:language-code", { code: "en" })
/** The first language of the reader's browser, independent of the interface language. */
export const userLanguage = storedState("quire:user-language", { language: "en" })

/** Stores the languages of a page that was just opened, and hides introductions if the reader chose so. */
export const rememberLanguage = (page: string, reader: string): void => {
  languageState.set({ Language: page })
  languageCode.set({ code: page })
  userLanguage.set({ language: reader })
}
