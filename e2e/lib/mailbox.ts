import { expect } from "vitest"
import type { TestSite } from "./site.ts"

/** What a reader has of a mail: its text, the digits of its code, and where its link leads. */
export interface ReadMail {
  readonly text: string
  readonly code: string
  readonly link: string
}

/** The newest mail of a kind to an address, from the site's local mailbox; waits until it is there. */
export async function readMail(site: TestSite, to: string, kind: string): Promise<ReadMail> {
  let found: string | undefined
  const look = async () => {
    const page = await (await fetch(`${site.origin}/mail`)).text()
    found = page
      .split("<details")
      .find((part) => part.includes(`data-kind="${kind}"`) && part.includes(to))
      ?.replaceAll("&#38;", "&")
    return found
  }
  await expect.poll(look, { message: `a mail "${kind}" to ${to}` }).toBeDefined()
  const text = (found ?? "").replaceAll(/<a [^>]*>|<\/a>/g, "")
  return {
    text,
    code: /\b\d{6}\b(?=\s*\n)/.exec(text)?.[0] ?? "",
    link: /https?:\/\/\S+\?link=[\w-]+/.exec(text)?.[0] ?? "",
  }
}
