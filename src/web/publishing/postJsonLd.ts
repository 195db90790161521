import { POST_LEVEL } from "#contract/publishing"
import type { ListedPost } from "#projections/publishing"

type Described = {
  readonly post: ListedPost
  readonly author: string
  /** The beginning of the public part. */
  readonly description: string
  readonly url: string
  readonly origin: string
  /** The path of a picture, or null. */
  readonly image: string | null
}

/** What a page of a post says to search engines, from its public part alone, as text for a script element. */
export const postJsonLd = ({ post, author, description, url, origin, image }: Described): string => {
  const said = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: post.title,
    description,
    url,
    mainEntityOfPage: url,
    datePublished: post.publishedAt?.toISOString(),
    dateModified: post.revisedAt.toISOString(),
    inLanguage: post.language ?? undefined,
    keywords: post.tags.length === 0 ? undefined : post.tags.join(", "),
    image: image === null ? undefined : origin + image,
    author: { "@type": "Person", name: author },
    publisher: { "@type": "Organization", name: post.channelSubject },
    isAccessibleForFree: !post.hasGated || post.levelId === POST_LEVEL.everyone,
  }
  // `</script>` in a title must not end the element.
  return JSON.stringify(said).replaceAll("<", "\\u003c")
}
