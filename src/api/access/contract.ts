import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AccessOrigin } from "#contract/library"
import { answerOf, describedAs, NotFound } from "../envelope.ts"
import { Id } from "../fields.ts"
import { Guard } from "../Guard.ts"

/** Counts what is read, never who reads it. */
export class AccessApi extends HttpApiGroup.make("Access")
  .add(
    HttpApiEndpoint.post("AddAccessNews", "/AddAccessNews", {
      headers: { from: AccessOrigin.pipe(Schema.withDecodingDefaultKey(Effect.succeed("pc" as const))) },
      payload: Schema.Struct({ itemId: Id }),
      success: answerOf(Schema.Null),
      error: NotFound,
    }).annotateMerge(
      describedAs(
        "Counts that a news item was opened, on which kind of screen the header `from` says. Again within an hour counts once.",
      ),
    ),
  )
  .prefix("/Access")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "What is read. Nobody learns who reads." })) {}
