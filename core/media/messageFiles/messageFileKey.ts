/** Whether a key names a file of a message, not a picture. */
export const isMessageFile = (key: string): boolean => /^f[0-9a-hjkmnp-tv-z]{20}$/.test(key)

/** The file name in storage. */
export const messageFileNameOf = (key: string): string => `${key.slice(0, 2)}/${key}.file`
