import { type Decide, decided } from "./GuestFollows.ts"

/** Forgets all follows and all groups. */
export const clearFollows = (): Decide => () => decided([])
