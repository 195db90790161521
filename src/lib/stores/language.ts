import { kept } from "../kept.ts"

/** The language of the interface, and whether the texts that introduce a page (blurbs) are shown. */
export const languageState = kept("quire:language", { Language: "en", ShowBlurb: true })

/** The code of the language that the page is written in, as its `lang` has it. */
export const languageCode = kept("quire:language-code", { code: "en" })

/** The language that the reader's browser asks for first, whatever the interface is in. */
export const userLanguage = kept("quire:user-language", { language: "en" })

/** Notes the languages of a page that was just opened. */
export const rememberLanguage = (page: string, reader: string): void => {
  languageState.set({ Language: page })
  languageCode.set({ code: page })
  userLanguage.set({ language: reader })
}
