import type { Translation } from "../../message.ts"
import type { docs as en } from "./en.ts"

export const docs = {
  "docs.title": "Aufrufe",
  "docs.description":
    "Alle Aufrufe der Programmierschnittstelle: was sie annehmen, was sie antworten und was sie ablehnen.",
  "docs.lead": "Alles, was die Seiten tun, läuft über diese Aufrufe, und jedes Programm darf sie ebenfalls nutzen.",
  "docs.envelope":
    "Jede Antwort hat status, message und data; bei einer Ablehnung ist status false. Aufrufe sind POST mit einem JSON-Inhalt von höchstens 2.000.000 Bytes, sofern nicht GET danebensteht.",
  "docs.machine": "Dasselbe für Maschinen (OpenAPI)",
  "docs.contents": "Inhalt",
  "docs.query": "Abfrage",
  "docs.headers": "Kopfzeilen",
  "docs.payload": "Eingabe",
  "docs.answer": "Antwort (data)",
  "docs.refusals": "Ablehnungen",
  "docs.example": "Beispiel",
  "docs.field": "Feld",
  "docs.type": "Typ",
  "docs.note": "Hinweis",
  "docs.optional": "freiwillig",
  "docs.length": "{low} bis {high} Zeichen",
  "docs.value": "{low} bis {high}",
} satisfies Translation<typeof en>
