import { storedState } from "../storedState.ts"

/** Prefix of a user code: several people may use one browser. */
const GUIDE_KEY = "quire:guide:"

/** Which explanations a person has seen, per person and browser. */
export const guideStore = (userCode: string) => storedState(GUIDE_KEY + userCode, { showedWelcome: false })
