import { NATIVE_DECIMALS } from '../../../api/text/assets.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { readAddress, readChain } from './address.ts'
import { type FeedFile, type FeedTableRow, type FormatReader, kept, malformed, noChain } from './format.ts'
import { type FeedFields, fieldRows, textOf } from './reading/field-rows.ts'

/** Price of one whole token. */
export interface PriceRecord {
  readonly chainId: string
  /** Lower case; '' is the native currency. */
  readonly token: string
  readonly decimals: number
  /** Exact decimal number. */
  readonly usd: string
  /** Milliseconds; undefined: time of the snapshot. */
  readonly asOf: number | undefined
}

/** 10^77 is the largest power of ten below 2^256. */
const MAX_DECIMALS = 77
/** Digits before and after the decimal point. */
const MAX_DIGITS = 40

/** Notations of the native currency: empty, its name, the zero address, and 0xeee…. */
const NATIVE = /^(?:|native|0x0{40}|0xe{40})$/i

/** txwarden's own format: CSV with a header, or one JSON object a line, with chainId, token, decimals, usd and asOf. */
export const prices: FormatReader<PriceRecord> = {
  isPart: (path) => /\.(?:csv|ndjson|jsonl)$/i.test(path),
  read: (file) => fieldRows(file.text, ['token', 'usd'], (fields) => readFields(fields, file)),
  maxAgeMs: DAY_MS,
}

function readFields(fields: FeedFields, { chainIds = [] }: FeedFile): FeedTableRow<PriceRecord> {
  const chain = textOf(fields.chainid)
  const chainId = chain === '' && chainIds.length === 1 ? chainIds[0] : readChain(chain)
  if (chain === '' && chainId === undefined) return malformed('no chainId; name one with --chain', fields)
  if (chainId === undefined) return noChain(chain, fields)
  const token = tokenIn(fields)
  if ('rejected' in token) return token
  const decimals = decimalsOf(textOf(fields.decimals), token.address)
  if (decimals === undefined) return malformed(`decimals must be an integer from 0 to ${MAX_DECIMALS}`, fields)
  const usd = plainDecimal(textOf(fields.usd))
  if (usd === undefined) return malformed('usd is not a decimal amount', fields)
  const asOf = textOf(fields.asof)
  const time = asOf === '' ? undefined : Date.parse(asOf)
  if (Number.isNaN(time) || (asOf !== '' && !/^\d{4}-\d\d-\d\d/.test(asOf)))
    return malformed('asOf is not a time such as 2026-09-27T12:00:00Z', fields)
  return kept({ chainId, token: token.address, decimals, usd, asOf: time })
}

function tokenIn(fields: FeedFields): ReturnType<typeof readAddress> {
  return NATIVE.test(textOf(fields.token)) ? { address: '' } : readAddress(fields.token, fields)
}

/** Optional for the native currency only. */
function decimalsOf(text: string, token: string): number | undefined {
  if (text === '') return token === '' ? NATIVE_DECIMALS : undefined
  const decimals = Number(text)
  return /^\d+$/.test(text) && decimals <= MAX_DECIMALS ? decimals : undefined
}

/** Expands an exponent as text, because floats cannot represent every price: "1.5e-7" → "0.00000015". */
function plainDecimal(text: string): string | undefined {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const before = (point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')).replace(/^0+(?=\d)/, '')
  const behind = (point < 0 ? '0'.repeat(-point) + digits : digits.slice(Math.max(point, 0))).replace(/(?<!0)0+$/, '')
  if (before.length > MAX_DIGITS || behind.length > MAX_DIGITS) return undefined
  return behind === '' ? before : `${before}.${behind}`
}
