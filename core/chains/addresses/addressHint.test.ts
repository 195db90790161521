import { describe, expect, it } from "vitest"
import { looksLikeAddress } from "#contract/wallet"

describe("looksLikeAddress", () => {
  it("[S5-016] recognises Bitcoin by 25 to 34 characters that begin with 1 or 3, and by bc1", () => {
    for (const text of [
      "1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo",
      "36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm",
      `1${"a".repeat(24)}`,
      `3${"a".repeat(33)}`,
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      " BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 ",
    ]) {
      expect.soft(looksLikeAddress("BTC", text), text).toBe(true)
    }
    for (const text of [
      `1${"a".repeat(23)}`,
      `1${"a".repeat(34)}`,
      `1${"0".repeat(26)}`,
      "LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA",
      "",
    ]) {
      expect.soft(looksLikeAddress("BTC", text), text).toBe(false)
    }
  })

  it("[S5-017] recognises Bitcoin Cash by its own pattern, with and without the prefix", () => {
    for (const text of [
      "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
      "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
      "BITCOINCASH:PPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVN0H829PQ",
    ]) {
      expect.soft(looksLikeAddress("BCH", text), text).toBe(true)
    }
    expect(looksLikeAddress("BCH", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")).toBe(false)
    expect(looksLikeAddress("BCH", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6")).toBe(false)
  })

  it("[S5-018] recognises Litecoin by 34 characters that begin with L, and by its newer forms", () => {
    for (const text of [
      "LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA",
      "MHrYRxAiMNBTku3eoDHwhA1LQGDjUStZW2",
      "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
    ]) {
      expect.soft(looksLikeAddress("LTC", text), text).toBe(true)
    }
    expect(looksLikeAddress("LTC", "LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPe")).toBe(false)
    expect(looksLikeAddress("LTC", "36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm")).toBe(false)
  })
})
