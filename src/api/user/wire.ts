import { PREFERENCE_BASE_CURRENCY } from "#contract/accounts"
import type { FoundPerson, Person, Profile } from "#projections/accounts"

/** Preferences of notification types; on unless the value is "off". */
const NOTIFICATIONS = { email: 5, browser: 6, chat: 7 }

/** A person's own account in the wire format. */
export const toUser = (profile: Profile, bind2FA: boolean) => {
  const {
    userCode,
    channelCode,
    email,
    headerImage,
    bannerImage,
    displayName,
    userName,
    bio,
    roleId,
    locale,
    preferences,
  } = profile
  const isOn = (id: number) => preferences[id] !== "off"
  const currency = preferences[PREFERENCE_BASE_CURRENCY]
  return {
    userCode,
    channelCode,
    channelId: profile.channelId,
    email,
    headerImage,
    bannerImage,
    displayName,
    userName,
    bio,
    credited: profile.credited,
    roleId,
    languageCode: locale,
    preferences: {
      defaultTotalAssetTypeId: currency === undefined ? null : Number(currency),
      bind2FA,
      values: preferences,
    },
    notifications: {
      email: isOn(NOTIFICATIONS.email),
      browser: isOn(NOTIFICATIONS.browser),
      chat: isOn(NOTIFICATIONS.chat),
    },
  }
}

/** The public profile of a person in the wire format. */
export const toPublicUser = (person: Person | (FoundPerson & { readonly bio?: string | null })) => ({
  userCode: person.userCode,
  channelCode: person.channelCode,
  channelId: person.channelId,
  headerImage: person.headerImage,
  displayName: person.displayName,
  userName: person.userName,
  bio: person.bio ?? null,
})
