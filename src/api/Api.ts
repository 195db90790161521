import { HttpApi, OpenApi } from "effect/http-api"
import { AccessApi } from "./access/contract.ts"
import { BalanceApi } from "./balance/contract.ts"
import { ChannelApi } from "./channel/contract.ts"
import { DonationApi } from "./donation/contract.ts"
import { FeedApi } from "./feed/contract.ts"
import { HomeApi } from "./home/contract.ts"
import { MessageApi } from "./message/contract.ts"
import { TicketApi } from "./ticket/contract.ts"
import { UserApi } from "./user/contract.ts"
import { UserDirectoryApi } from "./userDirectory/contract.ts"
import { UserGroupApi } from "./userGroup/contract.ts"
import { UserPreferenceApi } from "./userPreference/contract.ts"
import { UserProfileApi } from "./userProfile/contract.ts"

/** Every call of the product: `/api/{Group}/{Action}`. */
export class Api extends HttpApi.make("quire")
  .add(
    HomeApi,
    FeedApi,
    AccessApi,
    UserApi,
    UserDirectoryApi,
    UserGroupApi,
    UserPreferenceApi,
    UserProfileApi,
    MessageApi,
    BalanceApi,
    ChannelApi,
    DonationApi,
    TicketApi,
  )
  .prefix("/api")
  // Report all problems of a form at once.
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Quire",
      version: "0.7.2",
      description:
        "Every answer is { status, message, data }. Calls are POST with a JSON body of at most 2,000,000 bytes unless marked GET.",
    }),
  ) {}
