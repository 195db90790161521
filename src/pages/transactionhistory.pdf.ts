import type { APIRoute } from "astro"
import { paths } from "../lib/paths.ts"
import { leadTo } from "../server/forms.ts"
import { isDemoChain } from "../server/wallet/isDemoChain.ts"
import { askedMovements } from "../server/wallet/statement/asked.ts"
import { eachPage } from "../server/wallet/statement/eachPage.ts"
import { statementPdf } from "../server/wallet/statement/pdf.ts"

/** Statements are drawn one after the other: each takes the process's whole attention for moments. */
let drawn: Promise<unknown> = Promise.resolve()

/** A statement of the movements that the address asks for. */
export const GET: APIRoute = async ({ url, locals: { member, t, format, timeZone } }) => {
  if (member === null) return leadTo(paths.signIn)
  const made = new Date()
  const asked = askedMovements(url.searchParams, made, timeZone)
  const { personId, userCode, displayName } = member
  const own = { displayName, userCode, isDemo: await isDemoChain(), from: asked.from, until: asked.until }
  const drawing = drawn.then(() =>
    statementPdf({ t, format, timeZone, made, ...own, pages: eachPage(personId, asked) }),
  )
  drawn = drawing.catch(() => undefined)
  return new Response(await drawing, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="quire-${userCode}.pdf"`,
      "cache-control": "no-store",
    },
  })
}
