/**
 * Calls that calls.int.test.ts cannot make: they need an account, a mail, an authenticator or a picture, or return a
 * message. Other tests make them, and the API kit compares each response with the description.
 */
export const TESTED_ELSEWHERE: ReadonlySet<string> = new Set(
  [
    "User/LoadLinkAccount User/VerifyLinkAccount User/RemoveLinkAccount",
    "Home/UploadImage Home/LoadHeaderImage Home/Image Home/Avatar UserProfile/LoadImage",
    "User/SignUp User/activation User/ReSendEmail User/SignIn User/SignInByCode User/SendConfirmationCode",
    "User/forgetpassword User/forgetpasswordverification User/UpdateSignInPassword User/SendEmailChangeCode User/UpdateEmail User/UpdateUserName User/SignOut",
    "User/LoadDevices User/EndDevice User/LoadInvites User/CreateInvite User/ExportData User/DeleteAccount",
    "User/BeginPasskeySignIn User/PasskeySignIn User/SendTwoStepRemoval User/LoadTwoStepRemoval User/RemoveTwoStep",
    "User/KeepTwoStep user/presignup user/LoadUserActivity user/SearchUser user/GetSuggestedUserCode user/UpdateUserCode",
    "UserProfile/LoadUserProfile UserProfile/UpdateUserProfile UserPreference/UpdateUserPreference",
    "UserPreference/TwoStepVerification UserPreference/EnrollTwoStepVerification UserPreference/SendConfirmationCode",
    "UserPreference/StopTwoStepVerification UserPreference/RenewRecoveryCodes UserPreference/LoadTwoStep",
    "UserPreference/CancelTwoStepRemoval UserPreference/BeginPasskey UserPreference/AddPasskey UserPreference/LoadPasskeys",
    "Balance/LoadMovement Balance/LoadDepositAddress Balance/DemoCoins Donation/donate",
    "Balance/AddAddress Balance/RemoveAddress Balance/Withdraw Balance/CancelWithdrawal",
    "UserProfile/SetupWithdrawalPassword",
    "UserPreference/RenamePasskey UserPreference/RemovePasskey UserPreference/LoadAppPasswords",
    "UserPreference/MakeAppPassword UserPreference/RevokeAppPassword UserPreference/LoadIdentities",
    "UserPreference/LinkIdentity UserPreference/UnlinkIdentity User/LoadThirdParties User/ThirdPartySignIn",
    "UserProfile/ApplyContentCreator UserProfile/LoadCCProfile UserProfile/LoadCCProfileByCode UserProfile/UpdateCCProfile UserProfile/AddPersonalRSS",
    "UserProfile/UpdateContentCreator UserProfile/UpdateContentCreaterImage UserProfile/SupporterList UserProfile/LoadProfit",
    "Feed/createContent Feed/UpdateContent Feed/DeleteContent Feed/ViewContent Feed/ViewContentWithCreator",
    "Feed/ViewContentByEmail Feed/ListContent Feed/UpdateInternalContent Feed/AutosaveContent Feed/PreviewContent Feed/ReadRichText",
    "Feed/LoadComments Feed/CreateComment Feed/UpdateComment Feed/DeleteComment Feed/ReportComment Feed/ReviewComment Feed/LoadCommentReview",
    "Feed/UnbanCommenter Feed/UpdateCommentLevel Feed/UpdateUserLike Feed/LoadUserLike",
    "Feed/SendTestEmail Feed/ResendEmail Feed/UpdateEmailSetting Feed/CancelEmail Feed/NewPostEmailReport Feed/NewPostEmailDetailReport",
    "Donation/AddSubscribeRule Donation/AddCreatorToSubscribeRule Donation/RemoveCreatorToSubscribeRule",
    "Channel/LoadSubscribeRule Channel/Subscribe Channel/UpdateSubscribeRuleWithCreator Channel/UpdateSubscribe",
    "Channel/ImportFeed Channel/BeginImport Channel/StartImport Channel/CancelImport Channel/LoadImports Channel/LoadImport",
    "Channel/LoadMove Channel/MoveChannel Channel/EndMove Channel/LoadExport Channel/CreatePrivateFeed Channel/RenewPrivateFeed",
    "Channel/RemovePrivateFeed Channel/LoadPrivateFeeds Channel/LoadOffer Channel/UpdateOffer Channel/UpdateWaitingList",
    "Ticket/CreateTicket Ticket/LoadMyTickets Ticket/LoadTicket Ticket/ReplyTicket Ticket/CloseTicket Ticket/RateTicket",
    "Message/SendMessage Message/GetMessage Message/ReactToMessage",
  ].flatMap((line) => line.split(" ").map((name) => `/api/${name}`)),
)
