import type { RpcFailureKind } from './json-rpc.ts'

/** What an error means. `again`: the same request may succeed within a second. */
export interface ErrorMeaning {
  readonly kind: RpcFailureKind
  readonly again: boolean
}

interface Row {
  readonly kind: RpcFailureKind
  /** Default: false. */
  readonly again?: boolean
  readonly codes?: readonly number[]
  /** For the text in lower case with `#` for each number. */
  readonly texts?: readonly RegExp[]
}

/**
 * Errors of nodes and providers. Codes have several meanings (-32005 is a rate limit and a range limit at Infura, -32007 a
 * rate limit at QuickNode and a size limit in reth): the first row with a matching text decides, then the first with the
 * code. A text that offers a paid plan means first what it says about ranges, states and rates.
 * Sources: EIP-1474, EIP-1898, the code of go-ethereum, coreth, reth, Nethermind, Erigon, anvil and Hardhat, the
 * documentation and issues of Alchemy, Ankr, Chainstack, dRPC, Infura and QuickNode.
 */
const rows: readonly Row[] = [
  {
    kind: 'reverted',
    // -38014: of eth_simulateV1, the sender cannot pay.
    codes: [3, -32_015, -38_014],
    texts: [
      /execution reverted/,
      /vm exception while processing transaction/,
      /^(error: )?transaction reverted/,
      /^(evm error|vm execution error|reverted\b)/,
      // core/vm/errors.go of go-ethereum
      /^(transaction ran |contract creation code storage )?out of gas/,
      /^(invalid opcode|invalid jump destination|invalid code|stack underflow|stack limit reached|write protection)/,
      /^(max call depth exceeded|max (init)?code size exceeded|contract address collision|return data out of bounds)/,
      /^gas uint# overflow/,
      /insufficient (funds for (gas|transfer)|sender balance)/,
    ],
  },
  {
    kind: 'range',
    codes: [-32_008],
    texts: [
      /block range (is )?(too|limit|exceeds|greater|larger|should)/,
      /(max|maximum|exceeds?|exceeded|reducing|smaller) (allowed |your |the )*(block )?range/,
      /(block )?range (is )?(too (large|wide|big)|not supported|of # blocks)/,
      /(# blocks?|#k?) (block )?range/,
      /ranges? over #/,
      /(more than|max|over|limit of) # (results|blocks|logs)/,
      /too many (results|blocks|logs)/,
      /requested too many blocks/,
      /exceeds? max results/,
      /response (is |size )?(too (large|big)|(size )?exceeded|exceeds)/,
    ],
  },
  {
    kind: 'pruned',
    texts: [
      /missing trie node/,
      /\b(pruned|pruning)\b/,
      /\bstate\b.{0,90}\b(not available|unavailable|not found)/,
      /no state (available|found)/,
      /maximum proof window/,
      /\barchive\b/,
    ],
  },
  {
    kind: 'lagging',
    again: true,
    codes: [-32_001],
    texts: [
      /header (for hash )?not found/,
      /unknown (block|header)/,
      /could(n't| not) find (the )?(block|header)/,
      /\bblock\b.{0,90}\bnot (yet )?(found|available|imported|canonical)/,
      /block height is # but requested/,
      /block ?(is )?out ?of ?range/,
      /received invalid block tag/,
      /beyond (the )?(current )?(head|latest)/,
      /after last accepted block/,
      /unfinalized data/,
      /resource not found/,
    ],
  },
  {
    kind: 'rate',
    again: true,
    texts: [
      /rate.?limit/,
      /too many (requests|connections)/,
      /credits limited|compute units|throughput|throttl/,
      /(request|call|capacity|quota|daily|monthly)s?( count| rate)? (limit|quota|cap)\b/,
      /(limit|quota|capacity|credits) (is |was |has been |have been )?(exhausted|reached|used up)/,
      /exceed(s|ed|ing) .{0,40}(capacity|quota|requests|credits|per second)/,
      /requests? per (second|minute|day)/,
    ],
  },
  {
    kind: 'closed',
    codes: [-32_601, -32_004],
    texts: [
      /method.{0,60}(not (found|supported|available|allowed|enabled|implemented|whitelisted)|unsupported|disabled)/,
      /method.{0,60}(does not exist|doesn't exist|is unavailable|is restricted)/,
      /(unsupported|unknown|no such|restricted) method/,
      /\bupgrade\b|paid plan|free ?tier/,
      /not (available|supported|included) (on|in) (your|the|this) .{0,30}(plan|tier)/,
      /unauthori[sz]ed|forbidden|access denied|must be authenticated/,
      /(invalid|missing|unknown|expired) (api|project|access).?(key|id|token)/,
    ],
  },
  { kind: 'rate', again: true, codes: [429, -32_005, -32_007, -32_011, -32_016, -32_029] },
  { kind: 'timeout', codes: [-32_002], texts: [/timed out|timeout|deadline exceeded/] },
  { kind: 'failed', again: true, codes: [-32_603], texts: [/crashed|internal (server )?error|panic|try again/] },
]

/** Longer texts are cut before they are matched. */
const MAX_MATCHED = 1000

/** Gives what the error of one request means. */
export function errorMeaning(code: number | undefined, text: string): ErrorMeaning {
  const plain = text
    .slice(0, MAX_MATCHED)
    .toLowerCase()
    .replace(/\d[\d,]*/g, '#')
  const found =
    rows.find(({ texts }) => texts?.some((one) => one.test(plain))) ??
    rows.find(({ codes }) => code !== undefined && codes?.includes(code))
  return { kind: found?.kind ?? 'failed', again: found?.again ?? false }
}

/** Gives what the error of one request means in a response with this status. */
export function errorMeaningWith(status: number, code: number | undefined, text: string): ErrorMeaning {
  const meaning = errorMeaning(code, text)
  if (status < 400 || meaning.kind === 'range') return meaning
  const byStatus = statusMeaning(status)
  return byStatus.kind === 'rate' || meaning.kind === 'failed' ? byStatus : meaning
}

/** Gives what an HTTP status means when the body says nothing. */
export function statusMeaning(status: number): ErrorMeaning {
  if (status === 429 || status === DAILY_LIMIT) return { kind: 'rate', again: true }
  if (status === 401 || status === 403) return { kind: 'closed', again: false }
  if (status === 413) return { kind: 'range', again: false }
  if (status === 408 || status === 504 || status === 524) return { kind: 'timeout', again: false }
  return { kind: 'failed', again: status >= 500 }
}

/** HTTP status of Infura when the credits of the day are used up. It starts again at midnight UTC. */
export const DAILY_LIMIT = 402

const HEX = /0x(?:[0-9a-f]{2})*/i
/** Hex digits of the longest revert data that is kept: 64 KiB. */
const MAX_DATA_DIGITS = 2 * 65_536

/**
 * Gives the bytes a reverted call returned, as nodes write them into `data` of an error: hex (go-ethereum), "Reverted 0x…"
 * (OpenEthereum, Nethermind), or an object with `data` (Hardhat). Undefined when there are none, or too many.
 */
export function revertData(data: unknown): string | undefined {
  const text = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  if (typeof text !== 'string' || text.length > MAX_DATA_DIGITS + 100) return undefined
  return HEX.exec(text)?.[0].toLowerCase()
}

const BLOCK = '(0x[0-9a-f]{1,16}|\\d{1,16})'
/** "this block range should work: [0x0, 0xd043b8]" (Alchemy, Infura), "retry with the range 100-200" (Linea). */
const OFFERED = new RegExp(`range\\b[a-z :]{0,30}\\[?${BLOCK}(?:, ?|-)${BLOCK}\\b`, 'i')

/** Gives the range of blocks that a node offers instead of one that is too large, in the text or in `data` (Infura). */
export function offeredRange(text: string, data: unknown): { first: bigint; last: bigint } | undefined {
  const [, inText, toInText] = OFFERED.exec(text.slice(0, MAX_MATCHED)) ?? []
  const { from, to }: { from?: unknown; to?: unknown } =
    inText === undefined && typeof data === 'object' && data !== null ? data : { from: inText, to: toInText }
  const [first, last] = [from, to].map((each) => (isBlockNumber(each) ? BigInt(each) : undefined))
  return first !== undefined && last !== undefined && first <= last ? { first, last } : undefined
}

function isBlockNumber(value: unknown): value is string {
  return typeof value === 'string' && /^(0x[0-9a-f]{1,16}|\d{1,16})$/i.test(value)
}
