/** On pages that have scripts, Ctrl-K leads to the search of the header. On all pages, its access key does. */
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return
  const field = document.querySelector<HTMLInputElement>("header input[name=id]")
  if (field === null) return
  event.preventDefault()
  field.focus()
  field.select()
})
