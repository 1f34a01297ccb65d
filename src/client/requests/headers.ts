import { refusal, type WardenError } from '../../shared/errors.ts'

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
/** RFC 9110, 5.5: visible characters, spaces and tabs; no line breaks. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Set by the connection, or from the profile (`x-api-key`): a key in argv would show in the process list. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-api-key',
])

/** Headers of a caller, with lower-case names. Throws WardenError 'refused' for an invalid one. */
export function callerHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const checked: Record<string, string> = {}
  for (const [given, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const name = given.toLowerCase()
    if (!NAME.test(name)) throw refused('invalid-header', `${JSON.stringify(given)} is not a header name`)
    if (!VALUE.test(value))
      throw refused('invalid-header', `the value of ${name} has characters that are not allowed in a header`)
    if (name === 'x-api-key') throw refused('key-in-header', 'x-api-key is set from the profile', 'txwarden auth login')
    if (RESERVED.has(name)) throw refused('reserved-header', `${name} cannot be set: the connection sets it`)
    checked[name] = value
  }
  return checked
}

/**
 * Adds headers that go with every request. @throws WardenError 'refused' for one that the request has with another value:
 * which of the two counts would be a guess
 */
export function withHeaders<T extends Readonly<Record<string, string | undefined>>>(
  extra: Readonly<Record<string, string>>,
  own: T,
): T & Readonly<Record<string, string>> {
  const replaced = Object.keys(extra).find((name) => own[name] !== undefined && own[name] !== extra[name])
  if (replaced !== undefined)
    throw refused(
      'reserved-header',
      `${replaced} cannot be set: this request has it (${own[replaced]})`,
      replaced === 'x-validation-product' ? 'txwarden help advanced' : undefined,
    )
  return { ...extra, ...own }
}

function refused(code: string, message: string, next?: string): WardenError {
  return refusal(code, message, next === undefined ? {} : { try: next })
}
