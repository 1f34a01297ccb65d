/** What controls a Safe at one time. A part is undefined where it was not read. Addresses in lower case, the zero address for none. */
export interface SafeControl {
  readonly singleton?: string | undefined
  readonly owners?: readonly string[] | undefined
  readonly threshold?: bigint | undefined
  readonly modules?: readonly string[] | undefined
  readonly guard?: string | undefined
  readonly moduleGuard?: string | undefined
  readonly fallbackHandler?: string | undefined
  readonly nonce?: bigint | undefined
}

export type SafePart = keyof SafeControl

export const safeParts = [
  'singleton',
  'owners',
  'threshold',
  'modules',
  'guard',
  'moduleGuard',
  'fallbackHandler',
  'nonce',
] as const satisfies readonly SafePart[]

/** A Safe before and after a run. */
export interface SafeReading {
  readonly safe: string
  readonly before: SafeControl
  readonly after: SafeControl
  /** How often the Safe executes: each makes its nonce one more. */
  readonly executions: number
  /** All storage that the run changes was seen: a part that is in no list does not hide. */
  readonly isWhole: boolean
}

/** Whether two values of a part are the same; lists in any order. */
export function isSamePart(a: SafeControl[SafePart], b: SafeControl[SafePart]): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && new Set([...a, ...b]).size === a.length
}
