import { startAuthentication, startRegistration } from "@simplewebauthn/browser"

/**
 * Forms that a passkey signs: the options lie in the form, the browser's answer is sent with its other fields. Without
 * scripts the form is hidden, and a sentence says why.
 */
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
  form.hidden = false
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void sign(form)
  })
}

const sign = async (form: HTMLFormElement): Promise<void> => {
  const failed = form.querySelector<HTMLElement>("[data-failed]")
  const optionsJSON = JSON.parse(form.dataset["options"] ?? "{}")
  try {
    const answer =
      form.dataset["passkey"] === "new"
        ? await startRegistration({ optionsJSON })
        : await startAuthentication({ optionsJSON })
    const field = form.querySelector<HTMLInputElement>("input[name=signed]")
    if (field !== null) field.value = JSON.stringify(answer)
    form.submit()
  } catch {
    failed?.removeAttribute("hidden")
  }
}
