import { kept } from "../kept.ts"

/** Followed by a user code: several people may use one browser. */
const GUIDE_KEY = "quire:guide:"

/** What a person was shown of how things work here, kept per person in this browser. */
export const guideOf = (userCode: string) => kept(GUIDE_KEY + userCode, { showedWelcome: false })
