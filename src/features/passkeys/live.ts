import { browserSupportsWebAuthn } from "@simplewebauthn/browser"
import { addPasskey } from "./addPasskey.ts"
import { showPasskey } from "./showPasskey.ts"

// Serves the buttons and the form of components/passkeys: nothing of it shows where the browser knows no passkeys.

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
    // The button beside the field of the mail's code asks the server for that mail.
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
