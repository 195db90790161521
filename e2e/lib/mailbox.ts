import { expect } from "vitest"
import { MAILBOX_TOKEN, type TestSite } from "./site.ts"

/** A mail as the reader uses it: its text, the digits of its code, and the target of its link. */
export interface ReadMail {
  readonly text: string
  readonly code: string
  readonly link: string
}

/** Waits for the newest mail of a kind to an address in the site's local mailbox. */
export async function readMail(site: TestSite, to: string, kind: string): Promise<ReadMail> {
  let found: string | undefined
  const check = async () => {
    const headers = { authorization: `Bearer ${MAILBOX_TOKEN}` }
    const page = await (await fetch(`${site.origin}/mail`, { headers })).text()
    found = page
      .split("<details")
      .find((part) => part.includes(`data-kind="${kind}"`) && part.includes(to))
      ?.replaceAll("&#38;", "&")
    return found
  }
  await expect.poll(check, { message: `a mail "${kind}" to ${to}` }).toBeDefined()
  const text = (found ?? "").replaceAll(/<a [^>]*>|<\/a>/g, "")
  return {
    text,
    code: /\b\d{6}\b(?=\s*\n)/.exec(text)?.[0] ?? "",
    link: /https?:\/\/\S+\?link=[\w-]+/.exec(text)?.[0] ?? "",
  }
}
