import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AccessOrigin } from "#contract/library"
import { answerOf, NotFound } from "./envelope.ts"
import { Guard } from "./Guard.ts"

/** What is read: counted, never who reads. */
export class AccessApi extends HttpApiGroup.make("Access")
  .add(
    HttpApiEndpoint.post("AddAccessNews", "/AddAccessNews", {
      headers: { from: AccessOrigin.pipe(Schema.withDecodingDefaultKey(Effect.succeed("pc" as const))) },
      payload: Schema.Struct({ itemId: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(64)) }),
      success: answerOf(Schema.Null),
      error: NotFound,
    }),
  )
  .prefix("/Access")
  .middleware(Guard) {}
