/** Stands for a site whose address is not known, so that files of its archive are found. Nothing links to it. */
export const HIDDEN_SITE = "https://site.invalid/"

/** Whether an address only is one by the unknown address of its site. */
export const isHidden = (address: string): boolean => URL.parse(address)?.host === "site.invalid"

/** An absolute web address; null for other schemes, and for relative addresses without a base. */
export const webAddressOf = (address: string, base: string | null): string | null => {
  if (address.trim() === "") return null
  const url = URL.parse(address.trim(), base ?? undefined)
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null
}

/** An address that a link may have: the web, mail, telephone, or a place in the same post. */
export const linkAddressOf = (address: string, base: string | null): string | null => {
  if (/^(?:mailto:|tel:|#)/i.test(address.trim())) return address.trim()
  const url = webAddressOf(address, base)
  return url === null || isHidden(url) ? null : url
}

/** The address of a picture without the servers that only resize it. */
export const originalPicture = (address: string): string => {
  const [, inner] = SUBSTACK.exec(address) ?? []
  if (inner === undefined) return address
  try {
    return decodeURIComponent(inner)
  } catch {
    return address
  }
}

const SUBSTACK =
  /^https:\/\/(?:substackcdn\.com|cdn\.substack\.com)\/image\/fetch\/[^%]{0,300}?(https?%3A%2F%2F.{1,2000})$/i

/** The page of a player, for pages that embed it. Other addresses stay. */
export const pageOfPlayer = (address: string): string => {
  const [, youtube] = /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/.exec(address) ?? []
  if (youtube !== undefined) return `https://www.youtube.com/watch?v=${youtube}`
  const [, vimeo] = /^https:\/\/player\.vimeo\.com\/video\/(\d{1,12})/.exec(address) ?? []
  return vimeo === undefined ? address : `https://vimeo.com/${vimeo}`
}
