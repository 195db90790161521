import { de } from "./de.ts"
import { en } from "./en.ts"
import { es } from "./es.ts"
import { fr } from "./fr.ts"
import { it } from "./it.ts"
import { ja } from "./ja.ts"
import { pt } from "./pt.ts"
import type { RelevanceCase } from "./RelevanceCase.ts"
import { sv } from "./sv.ts"
import { zh } from "./zh.ts"

export const relevanceCases: ReadonlyArray<RelevanceCase> = [en, de, fr, es, it, pt, sv, zh, ja]
