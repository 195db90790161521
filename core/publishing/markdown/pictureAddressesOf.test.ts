import { expect, it } from "vitest"
import { pictureAddressesOf } from "./pictureAddressesOf.ts"

it("finds the addresses of pictures on other sites once, in order, and no files of this site", () => {
  const text = [
    "![A](https://a.example/1.png) and [a link](https://a.example/page)",
    "> ![](http://b.example/2%28x%29.jpg)",
    "![](media:01890000-0000-7000-8000-000000000001)",
    "`![](https://a.example/code.png)` ![A again](https://a.example/1.png)",
  ].join("\n\n")
  expect(pictureAddressesOf(text)).toEqual(["https://a.example/1.png", "http://b.example/2%28x%29.jpg"])
})
