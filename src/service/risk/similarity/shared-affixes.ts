/** How many hex digits two addresses share at their beginning and at their end. */
export interface SharedDigits {
  readonly first: number
  readonly last: number
}

const DIGITS = 40

/** Both in lower case. */
export function sharedDigits(a: string, b: string): SharedDigits {
  let first = 0
  while (first < DIGITS && a[2 + first] === b[2 + first]) first++
  let last = 0
  while (last < DIGITS && a.at(-1 - last) === b.at(-1 - last)) last++
  return { first, last }
}

export function sharedDigitsText({ first, last }: SharedDigits): string {
  return `same first ${first} and last ${last} digits`
}
