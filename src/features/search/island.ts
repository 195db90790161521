import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { suggestIn } from "./combobox.ts"
import type { SuggestWords } from "./words.ts"

// The script of search suggestions (components/shell/SearchBox.astro), loaded when the field gets the focus.

const t = translatorOf<SuggestWords>(
  document.documentElement.lang as Locale,
  JSON.parse(document.querySelector<HTMLElement>("#suggest-code")?.dataset["words"] ?? "{}"),
)
const served = new WeakSet<Element>()

/** Adds suggestions to a form when its field gets the focus, including forms added later. */
const serve = (target: EventTarget | null): void => {
  const form = target instanceof Element ? target.closest<HTMLFormElement>("form[data-suggest]") : null
  if (form === null || served.has(form)) return
  served.add(form)
  suggestIn(form, { label: t("search.suggest.label"), count: (count) => t("search.suggest.count", { count }) })
}

document.addEventListener("focusin", ({ target }) => serve(target))
serve(document.activeElement)
