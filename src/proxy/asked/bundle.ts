import type { JudgedMethod } from '../methods.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import type { Asked, AskedContext } from './asked.ts'
import { digestOf } from './digest.ts'
import { Members, readHash, readList } from './members.ts'
import { readSignedPart } from './signed-transaction.ts'

/** As builders take. */
const MAX_TRANSACTIONS = 100
const MAX_NESTING = 5

/** Members of a bundle that say when, where and with which refund it is included (Flashbots, Titan, beaverbuild, BSC). */
const INCLUSION = [
  'version',
  'blockNumber',
  'minBlockNumber',
  'maxBlockNumber',
  'minTimestamp',
  'maxTimestamp',
  'revertingTxHashes',
  'droppingTxHashes',
  'replacementUuid',
  'replacementNonce',
  'replacementSeqNumber',
  'uuid',
  'builders',
  'refundPercent',
  'refundIndex',
  'refundRecipient',
  'refundTxHashes',
  'delayedRefund',
  'signingAddress',
]

/** eth_sendBundle: `{ txs: [bytes], … }`. */
export function readBundle(method: JudgedMethod, [given]: readonly unknown[], context: AskedContext): Asked {
  const members = new Members(given, 'the bundle', ['txs', ...INCLUSION])
  const raws = members.required('txs', (value, what) => readList(value, what, MAX_TRANSACTIONS, (raw) => raw))
  return askedOf(method, raws, context)
}

/** mev_sendBundle of MEV-Share: `{ body: [{ tx } | { hash } | { bundle }], … }`. */
export function readShareBundle(method: JudgedMethod, [given]: readonly unknown[], context: AskedContext): Asked {
  const raws = rawsIn(given, 'the bundle', MAX_NESTING)
  if (raws.length > MAX_TRANSACTIONS) throw invalidParams(`the bundle has more than ${MAX_TRANSACTIONS} transactions`)
  return askedOf(method, raws, context)
}

function rawsIn(given: unknown, what: string, nesting: number): readonly unknown[] {
  if (nesting === 0) throw invalidParams(`the bundle has more than ${MAX_NESTING} bundles in each other`)
  const members = new Members(given, what, ['version', 'inclusion', 'body', 'validity', 'privacy', 'metadata'])
  const body = members.required('body', (value, name) =>
    readList(value, name, MAX_TRANSACTIONS, (item, itemName) => itemRaws(item, itemName, nesting)),
  )
  return body.flat()
}

function itemRaws(item: unknown, what: string, nesting: number): readonly unknown[] {
  const members = new Members(item, what, ['hash', 'tx', 'canRevert', 'revertMode', 'bundle'])
  const kinds = ['hash', 'tx', 'bundle'].filter((kind) => members.has(kind))
  if (kinds.length !== 1) throw invalidParams(`${what} is not one of hash, tx and bundle`)
  // A transaction that somebody else sent.
  members.optional('hash', readHash)
  const nested = members.optional('bundle', (value, name) => rawsIn(value, name, nesting - 1)) ?? []
  return members.has('tx') ? [members.get('tx')] : nested
}

function askedOf(method: JudgedMethod, raws: readonly unknown[], context: AskedContext): Asked {
  const [first, ...others] = raws.map((raw) => readSignedPart(raw, context))
  if (!first) throw invalidParams('the bundle has no transaction')
  const parts = [first, ...others] as const
  return {
    method,
    parts,
    digest: digestOf([method, ...parts.map(({ hash }) => hash)]),
    senders: [...new Set(parts.map(({ transaction }) => transaction.from))],
  }
}
