import { expect, it } from "vitest"
import { readMrz } from "./readMrz.ts"

const NOW = Date.parse("2026-11-27T10:00:00.000Z")
const TD3 = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]

// The specimens of ICAO Doc 9303, parts 4 to 6.
it.each([
  ["TD3", TD3, "L898902C3"],
  [
    "TD1",
    ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"],
    "D23145890",
  ],
  ["TD2", ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"], "D23145890"],
] as const)("reads the specimen %s of ICAO 9303", (format, lines, number) => {
  expect(readMrz(lines.join("\n"), NOW)).toEqual({
    ...{ format, number, state: "UTO", expiresOn: "2012-04-15", failedDigits: [] },
  })
})

it.each([
  ["number", "L898902C46UTO7408122F1204159ZE184226B<<<<<10", ["documentNumber", "composite"]],
  ["birth date", "L898902C36UTO7408132F1204159ZE184226B<<<<<10", ["birthDate", "composite"]],
  ["expiry", "L898902C36UTO7408122F1204169ZE184226B<<<<<10", ["expirationDate", "composite"]],
  ["personal number", "L898902C36UTO7408122F1204159ZE184227B<<<<<10", ["personalNumber", "composite"]],
])("names the check digits that a wrong %s fails", (_, second, failed) => {
  expect(readMrz(`${TD3[0]}/${second}`, NOW)?.failedDigits).toEqual(failed)
})

it("does not notice characters that are equal modulo 10, nor a changed name", () => {
  expect(readMrz(`${TD3[0]}\nL898902C36UTO7408122F1204159ZE184226L<<<<<10`, NOW)?.failedDigits).toEqual([])
  expect(readMrz(`${TD3[0]?.replace("ANNA", "HANS")}\n${TD3[1]}`, NOW)?.failedDigits).toEqual([])
})

it.each([
  "",
  "A",
  "P<UTO\nL8989",
  `${"A".repeat(45)}\n${"B".repeat(45)}`,
  `${TD3[0]}\n${TD3[1]}é`,
  "\n".repeat(10_000),
])("returns nothing for what has not the form of one", (text) => {
  expect(readMrz(text, NOW)).toBeNull()
})
