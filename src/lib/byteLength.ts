/** Minimum length of a search text in bytes (specification, section 9). */
export const BYTES_MIN = 3

/** Whether a text has at least this many UTF-8 bytes. One Chinese character has three, which is enough. */
export const hasBytes = (text: string, bytesMin: number = BYTES_MIN): boolean => byteLength(text) >= bytesMin

const byteLength = (text: string): number => new TextEncoder().encode(text).length
