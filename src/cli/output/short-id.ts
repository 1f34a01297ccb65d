/** Short ids are the random end of a UUIDv7; it begins with the time. */
const SHORTEST = 6
/** Shown characters of an id where only the newest things are searched: so many are the end of one id among millions. */
export const SHOWN_ID = 10

/** Whether a text may be the end of an id. */
export function isShortId(text: string): boolean {
  return text.length >= SHORTEST && /^[0-9a-f-]+$/i.test(text)
}

/** How many characters at the end make these ids unique. */
export function shortIdLength(ids: readonly string[], least = SHORTEST): number {
  const different = new Set(ids)
  let length = least
  while (new Set([...different].map((id) => id.slice(-length))).size < different.size) length += 1
  return length
}
