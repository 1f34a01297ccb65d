import { GET_OWNERS, GET_THRESHOLD } from '../../../shared/safe/selectors.ts'
import { delegateOf, wordAt } from '../../evm/words.ts'
import type { AccountSafe, ChainAccount, TokenMetadata } from '../../risk/chain/account.ts'
import { answeredAddress, answeredAddresses, answeredName, decimalsOf, isTrue, symbolOf } from './answers.ts'
import { cloneOf, type SlotWords, slotNames, storedProxyOf } from './proxies.ts'

export type AccountQuestion = keyof typeof questions

/** Call data of the questions, those that matter most first: an account that burns gas answers the first ones only. */
export const questions = {
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  implementation: '0x5c60da1b',
  owner: '0x8da5cb5b',
  getThreshold: GET_THRESHOLD,
  getOwners: GET_OWNERS,
  name: '0x06fdde03',
  totalSupply: '0x18160ddd',
  isErc721: supportsInterface('80ac58cd'),
  isErc1155: supportsInterface('d9b67a26'),
  /** ERC-165: always false. True in a contract that answers everything alike. */
  isAnything: supportsInterface('ffffffff'),
  token0: '0x0dfe1681',
  token1: '0xd21220a7',
  factory: '0xc45a0155',
} as const

export const questionNames = Object.keys(questions) as AccountQuestion[]

function supportsInterface(id: string): string {
  return `0x01ffc9a7${id.padEnd(64, '0')}`
}

/** What a node says about an address at one block. Hex in lower case. */
export interface RawAccount {
  readonly balance: bigint
  readonly codeSize: number
  /** Undefined without code. */
  readonly codeHash: string | undefined
  /** It has code, a balance or a nonce. */
  readonly isUsed: boolean
  /** The first 128 bytes or more. */
  readonly code: string
  /** An answer is missing when it was not requested or did not come. */
  readonly answers: Readonly<Partial<Record<AccountQuestion, string>>>
}

/** Reads the account from its own code and storage. */
export function accountOf(
  address: string,
  raw: RawAccount,
  { words, nonce }: { readonly words: SlotWords | undefined; readonly nonce: number | undefined },
): ChainAccount {
  const { balance, codeSize, codeHash, answers } = raw
  const code = codeSize > 0 ? raw.code : '0x'
  const delegate = delegateOf(code)
  // A Safe keeps its singleton in the first slot.
  const safe = answeredAddress(words?.first) === undefined ? undefined : safeOf(answers)
  const proxy = cloneOf(code) ?? (words && codeSize > 0 ? storedProxyOf(words, safe !== undefined) : undefined)
  return {
    address,
    kind: codeSize === 0 ? (raw.isUsed || (nonce ?? 0) > 0 ? 'eoa' : 'empty') : delegate ? 'delegated' : 'contract',
    balance,
    nonce,
    codeSize,
    codeHash,
    delegate,
    proxy,
    safe,
    token: tokenOf(answers),
    owner: answeredAddress(answers.owner),
    ...(isPool(answers) && { isPool: true }),
    ...(delegate === undefined && proxy === undefined && runsOwnCode(raw, words) && { runsOwnCode: true }),
    hadCodeBefore: undefined,
  }
}

/** As Uniswap V2 and V3 and their forks answer. */
function isPool({ token0, token1, factory }: RawAccount['answers']): boolean {
  const tokens = [answeredAddress(token0), answeredAddress(token1)]
  return answeredAddress(factory) !== undefined && !tokens.includes(undefined) && tokens[0] !== tokens[1]
}

/** Bytes; all known forms of code that only forwards its calls are smaller. */
const FORWARDER_BYTES = 128

/** Its storage and what it answers were read, and name no code. */
function runsOwnCode({ codeSize, answers }: RawAccount, words: SlotWords | undefined): boolean {
  const isRead = words !== undefined && slotNames.every((name) => words[name] !== undefined)
  const isBeacon = answeredAddress(answers.implementation) !== undefined
  return codeSize > FORWARDER_BYTES && isRead && answers.implementation !== undefined && !isBeacon
}

/** A contract can answer as a Safe without being one: this is what it says. */
function safeOf({ getOwners, getThreshold }: RawAccount['answers']): AccountSafe | undefined {
  const owners = answeredAddresses(getOwners)
  const threshold = wordAt(getThreshold)
  if (owners === undefined || threshold === undefined) return undefined
  return threshold >= 1n && threshold <= BigInt(owners.length) ? { owners, threshold: Number(threshold) } : undefined
}

function tokenOf(answers: RawAccount['answers']): TokenMetadata | undefined {
  const symbol = symbolOf(answers.symbol)
  const name = answeredName(answers.name)
  const decimals = decimalsOf(answers.decimals)
  const standard = standardOf(answers, symbol, decimals)
  if (symbol === undefined && name === undefined && decimals === undefined && standard === undefined) return undefined
  return { symbol, name, decimals, standard }
}

function standardOf(
  answers: RawAccount['answers'],
  symbol: string | undefined,
  decimals: number | undefined,
): TokenMetadata['standard'] {
  const honest = !isTrue(answers.isAnything)
  if (honest && isTrue(answers.isErc721)) return 'erc721'
  if (honest && isTrue(answers.isErc1155)) return 'erc1155'
  const isFungible = decimals !== undefined || (symbol !== undefined && wordAt(answers.totalSupply) !== undefined)
  return isFungible ? 'erc20' : undefined
}

/**
 * Identifies what an account runs: its code, and the targets of delegation in its storage and its beacon. Equal fingerprints
 * at two blocks mean the same code, as far as a proxy says. Undefined: not all of it was read.
 * @param isSafe its first slot is the singleton
 */
export function fingerprintOf(raw: RawAccount, words: SlotWords | undefined, isSafe: boolean): string | undefined {
  const targets = slotNames
    .filter((name) => name !== 'admin' && (name !== 'first' || isSafe))
    .map((name) => words?.[name])
  if (raw.codeHash === undefined || targets.includes(undefined)) return undefined
  return [
    raw.codeHash,
    ...targets.map((word) => answeredAddress(word)),
    answeredAddress(raw.answers.implementation),
  ].join(' ')
}

/** What was read about addresses at one block. */
export interface Findings {
  readonly accounts: Map<string, RawAccount>
  readonly words: Map<string, SlotWords>
  /** Seconds; undefined: nothing was read yet. */
  timestamp: number | undefined
}

export function noFindings(): Findings {
  return { accounts: new Map(), words: new Map(), timestamp: undefined }
}
