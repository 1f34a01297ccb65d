import { counted } from '../../api/text/amounts.ts'
import { safeText } from '../../cli/output/terminal-text.ts'
import { isRecord } from '../../shared/json/json.ts'
import { shortened } from '../../shared/text/shortened.ts'
import type { MessageRequest } from '../inputs/signing-request.ts'
import type { MessageShown } from './card.ts'

type SignedField = MessageShown['fields'][number]

const SHOWN_FIELDS = 24
const SHOWN_LENGTH = 80

/** Domain and fields of typed data, or of an authorization, for the card. Only what is signed. */
export function messageShown({ typedData }: MessageRequest): MessageShown {
  const { types, primaryType, domain, message } = typedData
  if (!isRecord(types) || typeof primaryType !== 'string') {
    const fields = ['chainId', 'address', 'nonce'].map((name) => [name, textOf(typedData[name])] as const)
    return { facts: [['type', 'EIP-7702 authorization']], fields }
  }
  const { name, version, verifyingContract } = isRecord(domain) ? domain : {}
  const fields: SignedField[] = []
  const hidden = collect(types, primaryType, message, '', fields)
  return {
    facts: [
      ['type', textOf(primaryType)],
      ['domain', name === undefined ? undefined : textOf(`${name}${version === undefined ? '' : ` ${version}`}`)],
      ['contract', verifyingContract === undefined ? 'none' : textOf(verifyingContract)],
    ],
    fields: hidden > 0 ? [...fields, ['…', `and ${hidden} more`]] : fields,
  }
}

/** Collects the fields that are shown; returns how many are not. */
function collect(
  types: Readonly<Record<string, unknown>>,
  type: string,
  value: unknown,
  path: string,
  fields: SignedField[],
): number {
  // An empty list may be the most important field: a delegation without caveats is unlimited.
  if (type.endsWith(']') && Array.isArray(value) && value.length > 0) {
    const item = type.slice(0, type.lastIndexOf('['))
    return value.reduce(
      (hidden: number, each, index) => hidden + collect(types, item, each, `${path}[${index}]`, fields),
      0,
    )
  }
  const members = Object.hasOwn(types, type) ? types[type] : undefined
  if (Array.isArray(members) && isRecord(value)) {
    const prefix = path === '' ? '' : `${path}.`
    return members.filter(isRecord).reduce((hidden, { name, type: memberType }) => {
      const member = String(name)
      return hidden + collect(types, String(memberType), value[member], prefix + member, fields)
    }, 0)
  }
  if (fields.length >= SHOWN_FIELDS) return 1
  fields.push([safeText(path), `${textOf(value)}${meaningOf(path, type, value)}`])
  return 0
}

/** Amounts that mean no limit. */
const noLimit = new Map([256, 160].map((bits) => [String(2n ** BigInt(bits) - 1n), `2^${bits} - 1 (no limit)`]))

/** What a number is by its name, in parentheses after it. */
function meaningOf(path: string, type: string, value: unknown): string {
  if (path === 'operation' && type === 'uint8') return operations[String(value)] ?? ''
  if (!/^u?int\d*$/.test(type) || !/^\d+$/.test(String(value))) return ''
  const number = Number(value)
  if (TIME_NAME.test(path)) return timeText(number)
  return PERIOD_NAME.test(path) && number > 0 ? ` (${durationText(number)})` : ''
}

/** Names of Enum.Operation of a Safe. */
const operations: Readonly<Record<string, string>> = { 0: ' (call)', 1: ' (delegatecall)' }

const TIME_NAME =
  /(?:deadline|expiry|expires|expiration|valid(?:to|until|before|after)|time|timestamp|timeseconds|until|start|end)$/i
const PERIOD_NAME = /(?:period|duration|interval|delay)$/i

/** In seconds since 1970 from 2001 to 2286, in milliseconds, or later than any date. */
function timeText(time: number): string {
  const isSeconds = time >= 1e9 && time < 1e10
  if (isSeconds || (time >= 1e12 && time < 1e13))
    return ` (${new Date(isSeconds ? time * 1000 : time).toISOString().replace('.000Z', 'Z')})`
  return time >= 1e10 && time < 2 ** 160 - 1 ? ' (never)' : ''
}

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const

function durationText(seconds: number): string {
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? [1, 'second']
  return counted(seconds / size, unit)
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'empty'
  if (value === '') return '""'
  const named = noLimit.get(String(value))
  if (named !== undefined) return named
  const text = safeText(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'missing'))
  return shortened(text, SHOWN_LENGTH)
}
