import { pageSession } from "../../../lib/session.ts"

/** A page in its own words (Message/LoadLinkPreview). */
export interface Preview {
  readonly url: string
  readonly title: string
  readonly description: string | null
  readonly siteName: string | null
  readonly imageUrl: string | null
}

/** Pages that are asked for in one visit; a room full of links is not to be a flood of questions. */
const ASKED_MAX = 200
const asked = new Map<string, Promise<Preview | null>>()

/** Asks once for each address. Silent: a message without its preview is whole. */
export const loadPreview = (href: string): Promise<Preview | null> => {
  const known = asked.get(href)
  if (known !== undefined || asked.size >= ASKED_MAX) return known ?? Promise.resolve(null)
  const asking = ask(href).catch(() => null)
  asked.set(href, asking)
  return asking
}

const ask = async (url: string): Promise<Preview | null> => {
  const response = await fetch("/api/Message/LoadLinkPreview", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${pageSession.token() ?? ""}` },
    body: JSON.stringify({ url }),
  })
  if (!response.ok) return null
  const { data } = (await response.json()) as { readonly data: { readonly preview: Preview | null } }
  return data.preview
}
