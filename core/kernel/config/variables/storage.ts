import { Config, Redacted, Schema } from "effect"
import {
  BackupDirectory,
  BackupSeconds,
  EngineUrl,
  Gigabytes,
  MailAddress,
  optional,
  Region,
  schema,
  TelegramUrl,
  UserAndPassword,
} from "../values.ts"
import type { Variable } from "./Variable.ts"

/** Media storage and outgoing mail. */
export const storageVariables = {
  s3Url: {
    name: "S3_URL",
    config: optional(schema(EngineUrl, "S3_URL")),
    allowed: "an address like https://s3.example.org/bucket",
    default: "none: pictures and media files are stored in QUIRE_DATA_DIR",
    purpose:
      "A bucket of an S3-compatible server for uploaded pictures and media files. Needed if several machines run web.",
  },
  s3Region: {
    name: "S3_REGION",
    config: schema(Region, "S3_REGION").pipe(Config.withDefault("us-east-1")),
    allowed: "up to 60 lower-case letters, digits and -",
    default: "us-east-1",
    purpose: "The region in the signature of requests to S3_URL.",
  },
  s3Key: {
    name: "S3_KEY",
    config: optional(schema(UserAndPassword, "S3_KEY").pipe(Config.map(Redacted.make))),
    allowed: "access key and secret key, separated by a colon",
    default: "none; S3_URL needs it",
    purpose: "The credentials for requests to S3_URL.",
  },
  backupDir: {
    name: "BACKUP_DIR",
    config: optional(schema(BackupDirectory, "BACKUP_DIR")),
    allowed: "an absolute path of letters, digits and /._-",
    default: "none: only npm run ops -- db backup makes backups",
    purpose:
      "A directory, best on another disk, for continuous backups of the embedded PostgreSQL: its log and a daily copy, kept for 30 days.",
  },
  backupSeconds: {
    name: "BACKUP_SECONDS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(BackupSeconds)), "BACKUP_SECONDS").pipe(
      Config.withDefault(1),
    ),
    allowed: "a whole number from 1 to 3600",
    default: "1",
    purpose:
      "The interval in seconds of copying the newest part of that log: so many seconds of changes may be lost with the disk.",
  },
  backupS3Url: {
    name: "BACKUP_S3_URL",
    config: optional(schema(EngineUrl, "BACKUP_S3_URL")),
    allowed: "an address like https://s3.example.org/backups",
    default: "none: the backups are in BACKUP_DIR only",
    purpose:
      "A private bucket of an S3-compatible server, in S3_REGION, to which BACKUP_DIR is copied every five seconds.",
  },
  backupS3Key: {
    name: "BACKUP_S3_KEY",
    config: optional(schema(UserAndPassword, "BACKUP_S3_KEY").pipe(Config.map(Redacted.make))),
    allowed: "access key and secret key, separated by a colon",
    default: "that of S3_KEY",
    purpose: "The credentials for BACKUP_S3_URL, best others than those of the site.",
  },
  mediaQuotaGb: {
    name: "MEDIA_QUOTA_GB",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Gigabytes)), "MEDIA_QUOTA_GB").pipe(
      Config.withDefault(10),
    ),
    allowed: "a whole number from 1 to 100000",
    default: "10",
    purpose: "How many gigabytes the audio, video and pictures of one creator may have, uploads in progress included.",
  },
  contactEmail: {
    name: "CONTACT_EMAIL",
    config: schema(MailAddress, "CONTACT_EMAIL").pipe(Config.withDefault("contact@quire.example")),
    allowed: "an email address",
    default: "contact@quire.example",
    purpose: "The address of the contact link in the footer.",
  },
  telegramEn: {
    name: "TELEGRAM_EN",
    config: optional(schema(TelegramUrl, "TELEGRAM_EN")),
    allowed: "an address like https://t.me/quire",
    default: "none: this channel is not offered",
    purpose: "The Telegram channel in English. Without any of the three the drawer is hidden.",
  },
  telegramDe: {
    name: "TELEGRAM_DE",
    config: optional(schema(TelegramUrl, "TELEGRAM_DE")),
    allowed: "an address like https://t.me/quire",
    default: "none: this channel is not offered",
    purpose: "The Telegram channel in German. Without any of the three the drawer is hidden.",
  },
  telegramFr: {
    name: "TELEGRAM_FR",
    config: optional(schema(TelegramUrl, "TELEGRAM_FR")),
    allowed: "an address like https://t.me/quire",
    default: "none: this channel is not offered",
    purpose: "The Telegram channel in French. Without any of the three the drawer is hidden.",
  },
} as const satisfies Record<string, Variable<unknown>>
