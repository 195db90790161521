import { KEYS_KEY, KEYS_OFF } from "./isShortcut.ts"

// The switch that turns shortcuts off and on.

const toggle = document.querySelector<HTMLInputElement>("input[data-keys]")

if (toggle !== null) {
  toggle.disabled = false
  toggle.checked = localStorage.getItem(KEYS_KEY) !== KEYS_OFF
  toggle.addEventListener("change", () => {
    if (toggle.checked) localStorage.removeItem(KEYS_KEY)
    else localStorage.setItem(KEYS_KEY, KEYS_OFF)
  })
}
