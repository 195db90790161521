import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"
import { apiPost } from "../../lib/apiFetch.ts"

/**
 * Sends a passkey to the server, to sign in or as the second step. Returns null on success, the server's message on
 * refusal, and an empty text if the person or the browser cancelled.
 */
const showPasskey = async (as: "signIn" | "step"): Promise<string | null> => {
  try {
    const begun = await request<{ readonly options: PublicKeyCredentialRequestOptionsJSON }>(
      "User/BeginPasskeySignIn",
      {},
    )
    if (!begun.ok) return begun.message
    const passkey = signed(await startAuthentication({ optionsJSON: begun.data.options }))
    const path = as === "step" ? "UserPreference/TwoStepVerification" : "User/PasskeySignIn"
    const answer = await request(path, { passkey })
    return answer.ok ? null : answer.message
  } catch {
    return ""
  }
}

/** The fields of a passkey that the call accepts. */
const signed = ({ id, rawId, type, response }: Awaited<ReturnType<typeof startAuthentication>>) => ({
  id,
  rawId,
  type,
  response: {
    clientDataJSON: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle === undefined ? {} : { userHandle: response.userHandle }),
  },
})

/** Creates a passkey with the name in the form. Returns null on success, otherwise the server's message. */
const addPasskey = async (form: FormData): Promise<string | null> => {
  try {
    const begun = await request<{ readonly options: PublicKeyCredentialCreationOptionsJSON }>(
      "UserPreference/BeginPasskey",
      {},
    )
    if (!begun.ok) return begun.message
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: begun.data.options })
    const { clientDataJSON, attestationObject, transports = [] } = response
    const confirmationCode = String(form.get("confirmation") ?? "").trim()
    const answer = await request("UserPreference/AddPasskey", {
      passkey: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } },
      name: String(form.get("name") ?? "").trim(),
      ...(confirmationCode === "" ? {} : { confirmationCode }),
    })
    return answer.ok ? null : answer.message
  } catch {
    return ""
  }
}

type Answered<Data> = { readonly ok: true; readonly data: Data } | { readonly ok: false; readonly message: string }

/** Makes one silent call: errors are shown beside the button. */
export const request = async <Data>(path: string, body: object): Promise<Answered<Data>> => {
  const response = await apiPost(path, body)
  const {
    data,
    message,
    errors = {},
  } = (await response.json()) as {
    readonly data: Data
    readonly message: string
    readonly errors?: Readonly<Record<string, ReadonlyArray<string>>>
  }
  return response.ok ? { ok: true, data } : { ok: false, message: Object.values(errors).flat()[0] ?? message }
}

// Activates the buttons and the form of components/passkeys, which stay hidden in browsers without passkeys.

for (const shell of document.querySelectorAll<HTMLElement>("[data-passkey-use]")) {
  const [button, said] = [shell.querySelector("button"), shell.querySelector("[role=alert]")]
  if (button === null || said === null || !browserSupportsWebAuthn()) continue
  shell.hidden = false
  button.addEventListener("click", async () => {
    said.textContent = ""
    button.ariaBusy = "true"
    const refusal = await showPasskey(shell.dataset["passkeyUse"] === "step" ? "step" : "signIn")
    button.ariaBusy = null
    if (refusal === null) location.assign(shell.dataset["to"] ?? "/")
    else said.textContent = refusal || (shell.dataset["failed"] ?? "")
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>("[data-passkey-add]")) {
  const said = form.querySelector("[role=alert]")
  form.addEventListener("submit", async (event) => {
    // The button beside the code field asks the server to mail a code.
    if (said === null || event.submitter?.getAttribute("value") === "send") return
    event.preventDefault()
    said.textContent = ""
    if (!browserSupportsWebAuthn()) {
      said.textContent = form.dataset["unsupported"] ?? ""
      return
    }
    const refusal = await addPasskey(new FormData(form))
    if (refusal === null) location.reload()
    else said.textContent = refusal || (form.dataset["failed"] ?? "")
  })
}
