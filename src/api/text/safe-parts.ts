/** What controls a Safe, as texts name it. */
const parts = {
  singleton: 'the singleton',
  owners: 'the owners',
  threshold: 'the threshold',
  modules: 'the modules',
  guard: 'the transaction guard',
  moduleGuard: 'the module guard',
  fallbackHandler: 'the fallback handler',
  nonce: 'the nonce',
} as const

/** Code of a part of a Safe; the text of one that is not known is its code. */
export function safePartText(part: string): string {
  return Object.hasOwn(parts, part) ? parts[part as keyof typeof parts] : part
}
