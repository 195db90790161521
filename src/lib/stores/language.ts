import { kept } from "../kept.ts"

/** The language of the interface, and whether the texts that introduce a page (blurbs) are shown. */
export const languageState = kept("quire:language", { Language: "en", ShowBlurb: true })
