/** The least length of a text that is worth a search (specification, section 9: default minimum byte length). */
export const BYTES_MIN = 3

/** Whether a text has at least so many bytes in UTF-8: one Chinese character has three, so it is enough by itself. */
export const hasBytes = (text: string, bytesMin: number = BYTES_MIN): boolean => byteLength(text) >= bytesMin

const byteLength = (text: string): number => new TextEncoder().encode(text).length
