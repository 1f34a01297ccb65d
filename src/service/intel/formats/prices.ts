import { foreignChain, readAddress, readChain } from './address.ts'
import { type FeedFile, type Format, kept, malformed, type Row, unread, useless } from './format.ts'
import { type Fields, fieldRows } from './reading/field-rows.ts'

/** What one whole token was worth. */
export interface PriceRecord {
  readonly chainId: string
  /** Lower case; '' is the native currency. */
  readonly token: string
  readonly decimals: number
  /** Decimal digits, perhaps with a point; nothing was rounded. */
  readonly usd: string
  /** Milliseconds; undefined: as old as the snapshot. */
  readonly asOf: number | undefined
}

const NATIVE_DECIMALS = 18
/** 10^77 is the largest power of ten below 2^256. */
const MOST_DECIMALS = 77
/** Digits before and behind the point. */
const MOST_DIGITS = 40

/** What lists write for the native currency: nothing, its name, the address of nobody, and 0xeee…. */
const NATIVE = /^(?:|native|0x0{40}|0xe{40})$/i

const DAY_MS = 24 * 60 * 60 * 1000

/** Our own format: CSV with a header, or one JSON object a line, with chainId, token, decimals, usd and asOf. */
export const prices: Format<PriceRecord> = {
  isPart: (path) => /\.(?:csv|ndjson|jsonl)$/i.test(path),
  read: (file) => fieldRows(file.text, ['token', 'usd'], (fields) => readFields(fields, file)),
  maxAgeMs: DAY_MS,
}

function readFields(fields: Fields, { chainIds = [] }: FeedFile): Row<PriceRecord> {
  const chain = textOf(fields.chainid)
  const chainId = chain === '' && chainIds.length === 1 ? chainIds[0] : readChain(chain)
  if (chain === '' && chainId === undefined) return malformed('no chainId, and --chain does not name one', fields)
  if (chainId === undefined) return useless(foreignChain(chain), fields)
  const token = tokenIn(fields.token)
  if ('fault' in token) return unread(token, fields)
  const decimals = decimalsOf(textOf(fields.decimals), token.address)
  if (decimals === undefined) return malformed(`the decimals are no number from 0 to ${MOST_DECIMALS}`, fields)
  const usd = plainDecimal(textOf(fields.usd))
  if (usd === undefined) return malformed('the price is no amount of dollars', fields)
  const asOf = textOf(fields.asof)
  const time = asOf === '' ? undefined : Date.parse(asOf)
  if (Number.isNaN(time) || (asOf !== '' && !/^\d{4}-\d\d-\d\d/.test(asOf)))
    return malformed('asOf is no time, such as 2026-09-27T12:00:00Z', fields)
  return kept({ chainId, token: token.address, decimals, usd, asOf: time })
}

function tokenIn(raw: unknown): ReturnType<typeof readAddress> {
  return NATIVE.test(textOf(raw)) ? { address: '' } : readAddress(raw)
}

/** Only of the native currency everybody knows them. */
function decimalsOf(text: string, token: string): number | undefined {
  if (text === '') return token === '' ? NATIVE_DECIMALS : undefined
  const decimals = Number(text)
  return /^\d+$/.test(text) && decimals <= MOST_DECIMALS ? decimals : undefined
}

/** "1.5e-7" as "0.00000015": moved by text, since no float holds every price. Undefined for what is no amount. */
function plainDecimal(text: string): string | undefined {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const before = (point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')).replace(/^0+(?=\d)/, '')
  const behind = (point < 0 ? '0'.repeat(-point) + digits : digits.slice(Math.max(point, 0))).replace(/0+$/, '')
  if (before.length > MOST_DIGITS || behind.length > MOST_DIGITS) return undefined
  return behind === '' ? before : `${before}.${behind}`
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : ''
}
