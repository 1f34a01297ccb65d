import { invalidParams } from '../rpc/json-rpc.ts'
import { Members, readAddress, readCount, readFlag, readHash, readList, readText, readTexts } from './members.ts'
import { checkPayees, readPrivacy, readValidity } from './refunds.ts'
import { readSignedParts } from './signed-transaction.ts'
import { digestOf, type Hex, type ReadInSteps, type ReadingContext } from './signing-request.ts'

/** As builders take. */
const MAX_TRANSACTIONS = 100
const MAX_NESTING = 5

/** Who may get a refund. */
const PAYEES = ['refundRecipient', 'signingAddress']

/** Members of a bundle that say when, where and with which refund it is included (Flashbots, Titan, beaverbuild, BSC). */
const inclusion: Readonly<Record<string, (value: unknown, what: string) => unknown>> = {
  version: readText,
  blockNumber: readCount,
  minBlockNumber: readCount,
  maxBlockNumber: readCount,
  minTimestamp: readCount,
  maxTimestamp: readCount,
  revertingTxHashes: readHashes,
  droppingTxHashes: readHashes,
  replacementUuid: readText,
  replacementNonce: readCount,
  replacementSeqNumber: readCount,
  uuid: readText,
  builders: readTexts,
  refundPercent: readCount,
  refundIndex: readCount,
  refundTxHashes: readHashes,
  delayedRefund: readFlag,
}

function readHashes(value: unknown, what: string): readonly Hex[] {
  return readList(value, what, MAX_TRANSACTIONS, readHash)
}

/** Reads the params of eth_sendBundle: `{ txs: [bytes], … }`. */
export const readBundle: ReadInSteps = function* (method, [given], context) {
  const members = new Members(given, 'the bundle', ['txs', ...PAYEES, ...Object.keys(inclusion)])
  for (const [name, read] of Object.entries(inclusion)) members.optional(name, read)
  const payees = PAYEES.flatMap((name) => members.optional(name, readAddress) ?? [])
  const raws = members.required('txs', (value, what) => readList(value, what, MAX_TRANSACTIONS, (raw) => raw))
  return yield* requestOf(method, { raws, payees }, context)
}

/** Reads the params of mev_sendBundle of MEV-Share: `{ body: [{ tx } | { hash } | { bundle }], … }`. */
export const readShareBundle: ReadInSteps = function* (method, [given], context) {
  const contents = contentsOf(given, 'the bundle', MAX_NESTING)
  if (contents.raws.length > MAX_TRANSACTIONS)
    throw invalidParams(`the bundle has more than ${MAX_TRANSACTIONS} transactions`)
  return yield* requestOf(method, contents, context)
}

interface Contents {
  /** Signed transactions. */
  readonly raws: readonly unknown[]
  /** Addresses that get refunds, lower case. */
  readonly payees: readonly Hex[]
}

const NOTHING: Contents = { raws: [], payees: [] }

function contentsOf(given: unknown, what: string, nesting: number): Contents {
  if (nesting === 0) throw invalidParams(`the bundle has more than ${MAX_NESTING} bundles in each other`)
  const members = new Members(given, what, ['version', 'inclusion', 'body', 'validity', 'privacy', 'metadata'])
  members.optional('version', readText)
  members.optional('inclusion', readBlocks)
  members.optional('privacy', readPrivacy)
  members.optional('metadata', (value, name) => new Members(value, name, ['originId']).optional('originId', readText))
  const body = members.required('body', (value, name) =>
    readList(value, name, MAX_TRANSACTIONS, (item, itemName) => contentsOfItem(item, itemName, nesting)),
  )
  return {
    raws: body.flatMap(({ raws }) => raws),
    payees: [...(members.optional('validity', readValidity) ?? []), ...body.flatMap(({ payees }) => payees)],
  }
}

function readBlocks(value: unknown, what: string): void {
  const members = new Members(value, what, ['block', 'maxBlock'])
  for (const name of ['block', 'maxBlock']) members.optional(name, readCount)
}

function contentsOfItem(item: unknown, what: string, nesting: number): Contents {
  const members = new Members(item, what, ['hash', 'tx', 'canRevert', 'revertMode', 'bundle'])
  const kinds = ['hash', 'tx', 'bundle'].filter((kind) => members.has(kind))
  if (kinds.length !== 1) throw invalidParams(`${what} is not one of hash, tx and bundle`)
  // The transaction of a third party.
  members.optional('hash', readHash)
  members.optional('canRevert', readFlag)
  members.optional('revertMode', readText)
  const nested = members.optional('bundle', (value, name) => contentsOf(value, name, nesting - 1)) ?? NOTHING
  return members.has('tx') ? { raws: [members.get('tx')], payees: [] } : nested
}

function* requestOf(method: string, { raws, payees }: Contents, context: ReadingContext) {
  const [first, ...others] = yield* readSignedParts(raws, context)
  if (!first) throw invalidParams('the bundle has no transaction')
  const parts = [first, ...others] as const
  const senders = [...new Set(parts.map(({ transaction }) => transaction.from))]
  // A cancel gets no verdict: beside others, its sender could be any account.
  const validated = parts.filter(({ isCancel }) => senders.length === 1 || !isCancel)
  checkPayees(
    payees,
    validated.map(({ transaction }) => transaction.from),
  )
  return { method, parts, digest: digestOf([method, ...parts.map(({ hash }) => hash)]), senders }
}
