import type { PictureType } from "#core/media"

/** The address of a stored picture; null without one. */
export const pictureUrl = (key: string | null, type: PictureType): string | null =>
  key === null ? null : `/api/Home/Image?${new URLSearchParams({ key, type })}`

/** The address of a person's avatar. `key` changes it when the picture changes. */
export const avatarUrl = (userCode: string, key: string | null): string =>
  `/api/Home/Avatar?${new URLSearchParams({ userCode, ...(key === null ? {} : { v: key.slice(0, 6) }) })}`
