import { handleCall } from "#src/api/handler.ts"

export type OwnAnswer<Data> =
  | { readonly ok: true; readonly data: Data; readonly message: string }
  | { readonly ok: false; readonly status: number; readonly message: string }

/** Who is asking: a page's locals and the address that limits are counted for. */
export interface Asker {
  readonly locals: App.Locals
  readonly clientAddress: string
}

/**
 * Makes one of the product's own calls for a reader without scripts, with the same limits, refusals and words as if
 * their browser had made it.
 */
export const ownCall = async <Data>(
  path: string,
  body: unknown,
  { locals, clientAddress }: Asker,
): Promise<OwnAnswer<Data>> => {
  const request = new Request(`http://own/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  const { locale, correlationId, member } = locals
  const response = await handleCall(request, { locale, correlationId, address: clientAddress, member })
  const { status, message, data } = (await response.json()) as {
    readonly status: boolean
    readonly message: string
    readonly data: Data
  }
  return status ? { ok: true, data, message } : { ok: false, status: response.status, message }
}
