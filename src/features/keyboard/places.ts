import { OFFLINE_PAGE } from "../../lib/offline.ts"
import { paths } from "../../lib/paths.ts"

/** Pages that `g` and a second key open. */
export const PLACES = {
  h: paths.home,
  n: paths.newsfeed,
  a: paths.allNews,
  l: paths.libraryNews,
  c: paths.channels,
  f: paths.follows,
  b: paths.savedItems,
  y: paths.history,
  o: OFFLINE_PAGE,
  s: paths.preferences,
} as const
export type PlaceKey = keyof typeof PLACES

export const placeOf = (key: string): string | undefined =>
  Object.hasOwn(PLACES, key) ? PLACES[key as PlaceKey] : undefined
