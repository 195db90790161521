import { expect, test } from "vitest"
import { toPlainText } from "./toPlainText.ts"

test.each([
  ["Open on **Sunday at *ten***. Who comes?", "Open on Sunday at ten. Who comes?"],
  ["> Is there room?\nYes", "Is there room? Yes"],
  ["- bread\n- `salt`", "bread, salt"],
  ["See [the log](https://example.org/log)", "See the log"],
  ["2 * 3 * 4 and snake_case_names", "2 * 3 * 4 and snake_case_names"],
  ["**cut off in the mid…", "**cut off in the mid…"],
])("shows %j as one line without marks", (text, shown) => {
  expect(toPlainText(text)).toBe(shown)
})
