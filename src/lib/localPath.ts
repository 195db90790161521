/** The text if it is a path on this site: `//elsewhere` and `/\elsewhere` would leave it, and headers take printable ASCII only. */
export const localPath = (text: string | null): string | undefined =>
  text !== null && /^\/(?![/\\])[!-~]*$/.test(text) ? text : undefined
