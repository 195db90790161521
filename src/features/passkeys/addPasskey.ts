import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from "@simplewebauthn/browser"
import { ask } from "./ask.ts"

/** Makes a passkey under the name in the form. Answers null where that worked, else what the server said of it. */
export const addPasskey = async (form: FormData): Promise<string | null> => {
  try {
    const begun = await ask<{ readonly options: PublicKeyCredentialCreationOptionsJSON }>(
      "UserPreference/BeginPasskey",
      {},
    )
    if (!begun.ok) return begun.message
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: begun.data.options })
    const { clientDataJSON, attestationObject, transports = [] } = response
    const confirmationCode = String(form.get("confirmation") ?? "").trim()
    const answer = await ask("UserPreference/AddPasskey", {
      passkey: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } },
      name: String(form.get("name") ?? "").trim(),
      ...(confirmationCode === "" ? {} : { confirmationCode }),
    })
    return answer.ok ? null : answer.message
  } catch {
    return ""
  }
}
