import type { Message } from "../../i18n/message.ts"
import type { supportEn } from "./support.en.ts"

/** Texts of service levels and files of support at the console in German. */
export const supportDe: Readonly<Record<keyof typeof supportEn, Message>> = {
  "tickets.files": "Dateien (freiwillig): Bilder, PDF oder Text, zusammen höchstens 20 MB",
  "tickets.formTooLarge": "Die Dateien sind zusammen zu groß. Senden Sie höchstens 20 MB auf einmal.",
  "ticketProblem.NotAttachable":
    "Sie können nur Bilder, PDF- und einfache Textdateien senden. Wählen Sie die Dateien erneut aus.",
  "ticketProblem.AttachmentTooLarge":
    "Dateien können höchstens 10 MB haben, Bilder höchstens 40 Megapixel. Wählen Sie die Dateien erneut aus.",
  "ticketProblem.TooManyAttachments":
    "Diese Person hat heute schon Dateien mit 100 MB erhalten. Es wurde nichts gespeichert.",
  "ticketProblem.TooManyFiles": "Eine Nachricht kann höchstens 10 Dateien haben. Wählen Sie die Dateien erneut aus.",
  "ticketProblem.UnknownAttachment": "Eine Datei ist nicht mehr verfügbar. Wählen Sie die Dateien erneut aus.",
  "levels.title": "Antwortzeiten",
  "levels.intro":
    "Wie schnell der Support antwortet, in Arbeitsstunden. Solange ein Ticket auf die Person wartet, läuft die Zeit nicht. Tickets behalten die Antwortzeiten, die galten, als sie eröffnet wurden.",
  "levels.version": "Version",
  "levels.default": "Standard",
  "levels.hours": "{hours} h",
  "levels.first": "Erste Antwort",
  "levels.next": "Jede weitere Antwort",
  "levels.resolution": "Lösung",
  "levels.closed": "geschlossen",
  "levels.changes": "Änderungen",
  "operation.tickets.setServiceLevels": "Antwortzeiten festlegen",
  "parameter.urgent":
    "Dringend: Arbeitsstunden bis zur ersten Antwort, jeder weiteren Antwort und zur Lösung, etwa 1 2 9",
  "parameter.high": "Hoch: ebenso (- für unbegrenzt)",
  "parameter.normal": "Normal",
  "parameter.low": "Niedrig",
  "parameter.timeZone": "Zeitzone",
  "parameter.monday": "Montag",
  "parameter.tuesday": "Dienstag",
  "parameter.wednesday": "Mittwoch",
  "parameter.thursday": "Donnerstag",
  "parameter.friday": "Freitag",
  "parameter.saturday": "Samstag",
  "parameter.sunday": "Sonntag",
  "parameter.holidays": "Tage ohne Support",
  "cannot.invalidValue": "Dieser Wert ist ungültig: {parameter}.",
  "cannot.noWorkingHours": "Geben Sie für mindestens einen Tag Arbeitszeiten ein, etwa 9:00-18:00.",
  "step.levelsUrgent":
    "Dringend, in Arbeitsstunden: erste Antwort {first}, jede weitere Antwort {next}, Lösung {resolution}.",
  "step.levelsHigh":
    "Hoch, in Arbeitsstunden: erste Antwort {first}, jede weitere Antwort {next}, Lösung {resolution}.",
  "step.levelsNormal":
    "Normal, in Arbeitsstunden: erste Antwort {first}, jede weitere Antwort {next}, Lösung {resolution}.",
  "step.levelsLow":
    "Niedrig, in Arbeitsstunden: erste Antwort {first}, jede weitere Antwort {next}, Lösung {resolution}.",
  "step.workingHours":
    "Der Support arbeitet montags {monday}, dienstags {tuesday}, mittwochs {wednesday}, donnerstags {thursday}, freitags {friday}, samstags {saturday}, sonntags {sunday} ({timeZone}).",
  "step.holidays": "An diesen Tagen gibt es keinen Support: {days}.",
  "step.noHolidays": "Keine Feiertage.",
  "step.levelsOfNewTickets": "Sie gelten für Tickets, die ab jetzt eröffnet werden. Andere Tickets behalten ihre.",
}
