/** Room: Texts that are signed: what a sign-in (EIP-4361, EIP-5573) says, and what is wrong with one. */

import * as Address from 'ox/Address'
import { type Ability, isRecap, readRecap } from './recap.ts'

/** A sign-in with an Ethereum account (EIP-4361), member by member. */
export interface SignIn {
  readonly scheme?: string
  /** The host that asks, with a port where one is given. */
  readonly domain: string
  readonly address: string
  readonly statement?: string
  readonly uri: string
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources: readonly string[]
  /** What a ReCap (EIP-5573) in the resources lets the URI do. */
  readonly abilities: readonly Ability[]
}

/** What a text says, or a clause on why it is no sign-in. */
export type SignInReading = { readonly signIn: SignIn } | { readonly fault: string }

const HEADER = ' wants you to sign in with your Ethereum account:'
const PCT = '%[0-9A-Fa-f]{2}'
const UNRESERVED = 'A-Za-z0-9\\-._~'
const SUB_DELIMS = "!$&'()*+,;="
const AUTHORITY = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:@]|\\[[0-9A-Fa-f:.]+\\]|${PCT})+$`)
const STATEMENT = new RegExp(`^[${UNRESERVED}${SUB_DELIMS}:/?#\\[\\]@ ]+$`)
const REQUEST_ID = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:@]|${PCT})*$`)
const URI = new RegExp(`^[A-Za-z][A-Za-z0-9+.\\-]*:(?:[${UNRESERVED}${SUB_DELIMS}:/?#\\[\\]@]|${PCT})+$`)
/** RFC 3339. */
const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i
/** Longer ones are no sign-in that a person reads (characters). */
const LONGEST = 64 * 1024

/** Whether a person would take it for a sign-in, also with other letters, blanks or invisible characters in it. */
export function looksLikeSignIn(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/\s+/g, ' ')
  if (/wants? (?:you|u) to (?:sign|log) ?-?in with your/i.test(plain)) return true
  const labels = ['URI:', 'Version:', 'Chain ID:', 'Nonce:', 'Issued At:']
  return labels.filter((label) => plain.toLowerCase().includes(label.toLowerCase())).length >= 3
}

/** Reads a sign-in by the grammar of EIP-4361, exactly. */
export function readSignIn(text: string): SignInReading {
  if (text.length > LONGEST) return { fault: 'it is too long' }
  if (/[^\n\x20-\x7e]/.test(text)) return { fault: 'it has characters that a sign-in must not have' }
  const lines = new Lines(text)
  try {
    return { signIn: readMembers(lines) }
  } catch (error) {
    if (error instanceof SignInFault) return { fault: error.message }
    throw error
  }
}

class SignInFault extends Error {}

/** Takes the lines in their order. */
class Lines {
  readonly #lines: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#lines = text.split('\n')
  }

  /** @throws SignInFault where there are no more */
  next(what: string): string {
    const line = this.#lines[this.#at++]
    if (line === undefined) throw new SignInFault(`it ends before ${what}`)
    return line
  }

  /** The rest of the next line, where it starts with a label. */
  labelled(label: string): string | undefined {
    const line = this.#lines[this.#at]
    if (line === undefined || !line.startsWith(`${label}:`)) return undefined
    this.#at++
    return line.slice(label.length + 1)
  }

  get rest(): readonly string[] {
    return this.#lines.slice(this.#at)
  }
}

function readMembers(lines: Lines): SignIn {
  const { scheme, domain } = readHeader(lines.next('its first line'))
  const address = lines.next('the account')
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new SignInFault('its second line is not an address')
  if (Address.checksum(address as Address.Address) !== address)
    throw new SignInFault('its address has no valid EIP-55 checksum')
  if (lines.next('the statement') !== '') throw new SignInFault('there is no blank line after the address')
  const statement = readStatement(lines)
  const required = (label: string, pattern: RegExp, what: string) =>
    checked(lines.labelled(label), label, pattern, what)
  const optional = (label: string, pattern: RegExp, what: string) => {
    const value = lines.labelled(label)
    return value === undefined ? undefined : checked(value, label, pattern, what)
  }
  const uri = required('URI', URI, 'a URI')
  required('Version', /^1$/, '1')
  const chainId = required('Chain ID', /^[0-9]{1,78}$/, 'a number')
  const nonce = required('Nonce', /^[A-Za-z0-9]{8,}$/, '8 letters and digits or more')
  const issuedAt = asTime(required('Issued At', TIME, 'a time'), 'Issued At')
  const expirationTime = asTime(optional('Expiration Time', TIME, 'a time'), 'Expiration Time')
  const notBefore = asTime(optional('Not Before', TIME, 'a time'), 'Not Before')
  const requestId = optional('Request ID', REQUEST_ID, 'an id')
  const resources = readResources(lines)
  const abilities = readAbilities(resources, statement)
  return {
    ...(scheme !== undefined && { scheme }),
    domain,
    address,
    ...(statement !== undefined && { statement }),
    uri,
    chainId,
    nonce,
    issuedAt,
    ...(expirationTime !== undefined && { expirationTime }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    resources,
    abilities,
  }
}

function readHeader(line: string): { readonly scheme: string | undefined; readonly domain: string } {
  if (!line.endsWith(HEADER)) throw new SignInFault(`its first line does not end with "${HEADER.trim()}"`)
  const [, scheme, domain = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(.*)$/.exec(line.slice(0, -HEADER.length)) ?? []
  if (!AUTHORITY.test(domain)) throw new SignInFault('its first line does not start with a domain')
  // A part before @ is read as the domain by people.
  if (domain.includes('@')) throw new SignInFault('its domain has a user name before an @')
  if (!URL.canParse(`https://${domain}`)) throw new SignInFault('its domain is none')
  return { scheme, domain }
}

/** One line, or none; a blank line follows either. */
function readStatement(lines: Lines): string | undefined {
  const line = lines.next('the URI')
  if (line === '') return undefined
  if (!STATEMENT.test(line)) throw new SignInFault('its statement has characters that a statement must not have')
  if (lines.next('the URI') !== '') throw new SignInFault('its statement is not one line with a blank line after it')
  return line
}

function checked(value: string | undefined, label: string, pattern: RegExp, what: string): string {
  if (value === undefined) throw new SignInFault(`its ${label} is missing or not in its place`)
  const text = value.slice(1)
  if (!value.startsWith(' ') || !pattern.test(text)) throw new SignInFault(`its ${label} is not ${what}`)
  return text
}

function asTime<T extends string | undefined>(text: T, label: string): T {
  if (text === undefined) return text
  const [, date = '', time = ''] = TIME.exec(text) ?? []
  const parsed = new Date(text)
  // A day that a month does not have becomes one of the next month.
  const isReal = !Number.isNaN(parsed.getTime()) && new Date(`${date}T${time}Z`).toISOString().startsWith(date)
  if (!isReal) throw new SignInFault(`its ${label} is not a time`)
  return text
}

function readResources(lines: Lines): readonly string[] {
  const after = lines.labelled('Resources')
  const { rest } = lines
  if (after === undefined) {
    if (rest.length > 0) throw new SignInFault('it has a line that no sign-in has, or one out of its place')
    return []
  }
  if (after !== '') throw new SignInFault('its Resources are not on lines of their own')
  return rest.map((line) => {
    if (!line.startsWith('- ') || !URI.test(line.slice(2))) throw new SignInFault('one of its Resources is not a URI')
    return line.slice(2)
  })
}

/** A ReCap stands last, and the statement ends with what it allows in words. */
function readAbilities(resources: readonly string[], statement: string | undefined): readonly Ability[] {
  const index = resources.findIndex(isRecap)
  if (index < 0) return []
  if (index !== resources.length - 1) throw new SignInFault('its ReCap is not the last of its Resources')
  const recap = readRecap(resources[index] ?? '')
  if ('fault' in recap) throw new SignInFault(recap.fault)
  if (!statement?.endsWith(recap.statement)) throw new SignInFault('its statement does not say what its ReCap allows')
  return recap.abilities
}
