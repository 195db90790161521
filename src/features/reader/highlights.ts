import { findPassages } from "./findPassages.ts"

// Marks a member's highlights in the article, and offers to highlight a selected passage
// (components/reader/SavedNotes.astro). Only on members' article pages.

/** The gap between a selection and its button, in CSS pixels. */
const GAP_PX = 8

const showHighlights = (): void => {
  const article = document.querySelector<HTMLElement>("#article")
  if (article === null || !("highlights" in CSS)) return
  const texts = [...document.querySelectorAll("[data-highlight]")].map(({ textContent }) => textContent)
  CSS.highlights.set("saved", new Highlight(...findPassages(article, texts)))
}

/** The selected text, if all of it is in the article. */
const selectedRange = (): Range | null => {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const isInside = document.querySelector("#article")?.contains(range.commonAncestorContainer)
  return isInside === true && String(range).trim() !== "" ? range : null
}

const offer = (): void => {
  const button = document.querySelector<HTMLElement>("[data-mark]")
  if (button === null) return
  const range = selectedRange()
  button.hidden = range === null
  if (range === null) return
  const { left, bottom } = range.getBoundingClientRect()
  const parent = button.offsetParent?.getBoundingClientRect() ?? document.body.getBoundingClientRect()
  button.style.insetInlineStart = `${Math.max(left - parent.left, 0)}px`
  button.style.insetBlockStart = `${bottom - parent.top + GAP_PX}px`
}

const highlightSelection = (): void => {
  const form = document.querySelector<HTMLFormElement>("[data-highlight-form]")
  const field = form?.querySelector("textarea")
  const range = selectedRange()
  if (!form || !field || range === null) return
  const { maxLength } = field
  field.value = String(range).replace(/\s+/gu, " ").trim().slice(0, maxLength)
  form.requestSubmit()
}

showHighlights()
// A passage may have been selected before this script had loaded.
offer()
document.addEventListener("astro:after-swap", showHighlights)
document.addEventListener("selectionchange", offer)
document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-mark]")) highlightSelection()
})
// A press on the button must not clear the selection.
document.addEventListener("pointerdown", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-mark]")) event.preventDefault()
})
