import { gzipSync, strToU8, zipSync } from "fflate"
import { expect, it } from "vitest"
import { nameWithEnding, sniffMessageFile } from "./sniffMessageFile.ts"

const PDF = "%PDF-1.7\n1 0 obj"
const ZIP = zipSync({ "notes.txt": strToU8("Hello") })
const OFFICE = zipSync({ "[Content_Types].xml": strToU8("<Types/>"), "word/document.xml": strToU8("<w/>") })

const named = (name: string, content: string | Uint8Array): string | null => {
  const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content
  const sniffed = sniffMessageFile(bytes, name)
  return sniffed && `${sniffed.kind} ${nameWithEnding(name, sniffed)}`
}

it.each([
  ["report.pdf", PDF, "document report.pdf"],
  ["REPORT.PDF", PDF, "document REPORT.PDF"],
  ["notes.md", "# Notes", "text notes.md"],
  ["prices.csv", "K\xe4se;1,20", "text prices.csv"],
  ["notes", "Hello", "text notes.txt"],
  ["letter.docx", OFFICE, "document letter.docx"],
  ["all.zip", ZIP, "archive all.zip"],
  ["all.tgz", gzipSync(strToU8("Hello")), "archive all.tgz"],
  ["song.mp3", "ID3\x04\0\0", "audio song.mp3"],
  ["song.ogg", "OggS\0\x02", "audio song.ogg"],
  ["song.wav", "RIFF\x24\0\0\0WAVEfmt ", "audio song.wav"],
  ["film.mp4", "\0\0\0\x18ftypisom", "video film.mp4"],
])("accepts %s by its content", (name, content, expected) => expect(named(name, content)).toBe(expected))

it.each([
  ["invoice.exe", PDF, "document invoice.exe.pdf"],
  ["page.html", "Hello", "text page.html.txt"],
  ["start.bat", "@echo off", "text start.bat.txt"],
  ["run.js", "alert(1)", "text run.js.txt"],
  ["letter.docm", OFFICE, "archive letter.docm.zip"],
  ["letter.docx", ZIP, "archive letter.docx.zip"],
  ["app.jar", ZIP, "archive app.jar.zip"],
  [".pdf", PDF, "document .pdf.pdf"],
])("adds the ending of its content to %s", (name, content, expected) => expect(named(name, content)).toBe(expected))

it.each([
  ["a page named like a PDF", "report.pdf", "<!doctype html><script>alert(1)</script>"],
  ["a page behind white space and a byte order mark", "notes.txt", "\xef\xbb\xbf \n <html>"],
  ["a drawing with script", "drawing.txt", "<svg onload='alert(1)'/>"],
  ["a feed or another XML document", "a.txt", '<?xml version="1.0"?>'],
  ["a picture that is a script too", "cat.pdf", "GIF89a=1;alert(1)//"],
  ["a picture", "cat.txt", "\x89PNG\r\n\x1a\n"],
  ["a script of a shell", "setup.txt", "#!/bin/sh\nrm -rf ~"],
  ["a program of Windows", "setup.pdf", "MZ\x90\0\x03\0"],
  ["a program of Linux", "setup.txt", "\x7fELF\x02\x01\x01\0"],
  ["bytes of no known kind", "a.txt", "\0\x01\x02\x03"],
])("refuses %s", (_, name, content) => expect(named(name, content)).toBeNull())
