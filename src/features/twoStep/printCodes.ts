// Buttons that print the page. They are hidden without this script.

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-print]")) {
  button.hidden = false
  button.addEventListener("click", () => print())
}
