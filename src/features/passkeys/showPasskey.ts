import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from "@simplewebauthn/browser"
import { ask } from "./ask.ts"

/**
 * Shows a passkey to the server, to sign in or as the second step. Answers null where that worked, else what the server
 * said of it; nothing where the person or the browser gave up.
 */
export const showPasskey = async (as: "signIn" | "step"): Promise<string | null> => {
  try {
    const begun = await ask<{ readonly options: PublicKeyCredentialRequestOptionsJSON }>("User/BeginPasskeySignIn", {})
    if (!begun.ok) return begun.message
    const passkey = signed(await startAuthentication({ optionsJSON: begun.data.options }))
    const path = as === "step" ? "UserPreference/TwoStepVerification" : "User/PasskeySignIn"
    const answer = await ask(path, { passkey })
    return answer.ok ? null : answer.message
  } catch {
    return ""
  }
}

/** What the call takes of it. */
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
