import { Layer } from "effect"
import { BulkSender } from "#core/mail"
import { Bounces } from "./bounces/Bounces.ts"
import { MailLists } from "./lists/MailLists.ts"
import { Reports } from "./sending/Reports.ts"
import { Sendings } from "./sending/Sendings.ts"
import { Tokens } from "./Tokens.ts"

/** All services of newsletters. */
export const NewslettersLayer = Sendings.layer.pipe(
  Layer.provideMerge(Bounces.layer),
  Layer.provideMerge(Layer.mergeAll(MailLists.layer, Tokens.layer, BulkSender.layer, Reports.layer)),
)
export type NewsletterServices = Sendings | Reports | Bounces | MailLists | Tokens | BulkSender
