/** Decodes Base64 text, or null if it is not Base64 or not UTF-8. */
export const decodeBase64 = (text: string): string | null => {
  const packed = text.replace(/\s+/g, "")
  if (packed === "" || packed.length % 4 === 1 || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(packed)) return null
  const bytes = Buffer.from(packed, "base64")
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
