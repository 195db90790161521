/** As lib/stores/language.ts stores it; importing it would split it off the shell's script, which every page loads. */
const LANGUAGE_KEY = "quire:language"

const readState = (): { readonly ShowBlurb?: boolean } => {
  try {
    return JSON.parse(localStorage.getItem(LANGUAGE_KEY) ?? "{}")
  } catch {
    return {}
  }
}

// The switch of page introductions on the preferences page.
const toggle = document.querySelector<HTMLInputElement>("input[data-blurbs]")
if (toggle !== null) {
  toggle.disabled = false
  toggle.checked = readState().ShowBlurb !== false
  toggle.addEventListener("change", () => {
    localStorage.setItem(LANGUAGE_KEY, JSON.stringify({ ...readState(), ShowBlurb: toggle.checked }))
    document.documentElement.toggleAttribute("data-no-blurbs", !toggle.checked)
  })
}
