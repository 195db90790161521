import type { PictureType } from "#core/media"

/** Where a kept picture is shown. Null where there is none. */
export const pictureUrl = (key: string | null, type: PictureType): string | null =>
  key === null ? null : `/api/Home/Image?${new URLSearchParams({ key, type })}`

/** The small square beside a person's name: theirs, or one made from the name. `key` makes a new one be fetched at once. */
export const avatarUrl = (userCode: string, key: string | null): string =>
  `/api/Home/Avatar?${new URLSearchParams({ userCode, ...(key === null ? {} : { v: key.slice(0, 6) }) })}`
