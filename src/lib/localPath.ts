/** A path on this site, or nothing: `//elsewhere` and `/\elsewhere` would leave it, and a header takes printable ASCII only. */
export const localPath = (text: string | null): string | undefined =>
  text !== null && /^\/(?![/\\])[!-~]*$/.test(text) ? text : undefined
