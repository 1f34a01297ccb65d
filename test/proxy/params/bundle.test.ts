import { describe, expect, test } from 'vitest'
import { checksummed } from '../../../src/api/address.ts'
import type { ValidatedMethod } from '../../../src/proxy/decide/methods.ts'
import { recipient, sender, signedRaw } from '../../support/proxy/raw.ts'
import { faultOf, read } from '../../support/proxy/read.ts'
import { signedTransfer, signers } from '../../support/proxy/transactions.ts'

const raw = signedRaw('eip1559')
const other = signedRaw('legacy', { nonce: 8n })
const hash = `0x${'cc'.repeat(32)}`
const [one, two] = [raw, other].map((each) => read('eth_sendRawTransaction', [each]).parts[0])

describe('eth_sendPrivateTransaction', () => {
  test.each<[string, unknown]>([
    ['as Flashbots has it', { tx: raw, maxBlockNumber: '0xcd23a0', preferences: { fast: true } }],
    ['as bytes alone', raw],
  ])('with bytes %s is read as the transaction', (_name, given) => {
    const { parts, digest } = read('eth_sendPrivateTransaction', [given])
    expect(parts).toEqual([one])
    expect(digest).toBe(read('eth_sendRawTransaction', [raw]).digest)
  })

  test('with a transaction that is not signed is read as that', () => {
    const tx = { from: sender, to: recipient, value: '0x5' }
    const { parts, digest } = read('eth_sendPrivateTransaction', [tx])
    expect(parts).toEqual(read('eth_sendTransaction', [tx]).parts)
    expect(read('eth_sendPrivateTransaction', [{ tx, maxBlockNumber: '0x1' }])).toMatchObject({ parts, digest })
  })

  test.each<[string, unknown]>([
    ['another name for the transaction', { Tx: raw }],
    ['two transactions', { tx: raw, rawTx: other }],
    ['one beside the members of another', { tx: raw, from: sender, to: recipient }],
    ['none', { tx: null }],
    ['none at all', { maxBlockNumber: '0x1' }],
    ['a block that is no number', { tx: raw, maxBlockNumber: 'latest' }],
    ['unknown preferences', { tx: raw, preferences: { tx: other } }],
    ['bytes without 0x', { tx: raw.slice(2) }],
  ])('with %s is refused', (_name, given) => {
    expect(faultOf('eth_sendPrivateTransaction', [given]).code).toBe(-32_602)
  })
})

describe('eth_sendBundle', () => {
  const bundle = { txs: [raw, other], blockNumber: '0x1', revertingTxHashes: [hash], refundPercent: 80 }

  test('is read as each of its transactions', () => {
    const { parts, senders, digest } = read('eth_sendBundle', [bundle])
    expect(parts).toEqual([one, two])
    expect(senders).toEqual([sender])
    expect(read('eth_sendBundle', [{ ...bundle, blockNumber: '0x2' }]).digest).toBe(digest)
    expect(read('eth_sendBundle', [{ txs: [other, raw] }]).digest).not.toBe(digest)
    expect(read('eth_sendBundle', [{ txs: [raw] }]).digest).not.toBe(digest)
  })

  test.each<[string, unknown]>([
    ['without transactions', { txs: [] }],
    ['without a list', { blockNumber: '0x1' }],
    ['with a hash for a transaction', { txs: [raw, hash] }],
    ['with a transaction in a list', { txs: [[raw]] }],
    ['with an unknown list', { txs: [raw], transactions: [other] }],
    ['with a list in another case', { txs: [raw], Txs: [other] }],
    ['of too many', { txs: Array.from({ length: 101 }, () => raw) }],
    ['that is a list', [raw]],
    ['that is bytes', raw],
  ])('%s is refused', (_name, given) => {
    expect(faultOf('eth_sendBundle', [given]).code).toBe(-32_602)
  })

  test('with a transaction for another chain is refused', () => {
    expect(faultOf('eth_sendBundle', [{ txs: [raw, signedRaw('eip1559', { chainId: 10 })] }]).code).toBe(-32_003)
  })
})

describe('mev_sendBundle', () => {
  const inclusion = { version: 'v0.1', inclusion: { block: '0x1', maxBlock: '0x2' } }
  const nested = (depth: number): unknown => ({
    ...inclusion,
    body: [depth > 1 ? { bundle: nested(depth - 1) } : { tx: raw }],
  })

  test('is read as each of its transactions, also of bundles in it', () => {
    const inner = { ...inclusion, body: [{ hash }, { tx: other }] }
    const given = {
      ...inclusion,
      body: [{ tx: raw, canRevert: true }, { bundle: inner }, { hash }],
      privacy: {},
      validity: {},
    }
    expect(read('mev_sendBundle', [given]).parts).toEqual([one, two])
    expect(read('mev_sendBundle', [nested(5)]).parts).toEqual([one])
  })

  test.each<[string, unknown]>([
    ['with hashes alone', { ...inclusion, body: [{ hash }] }],
    ['without a body', inclusion],
    ['with an item of two kinds', { ...inclusion, body: [{ tx: raw, hash }] }],
    ['with an item of two transactions', { ...inclusion, body: [{ tx: raw, bundle: { body: [{ tx: other }] } }] }],
    ['with an item of none', { ...inclusion, body: [{ tx: raw }, {}] }],
    ['with an item of an unknown kind', { ...inclusion, body: [{ tx: raw }, { userOp: {} }] }],
    ['with an item that is bytes', { ...inclusion, body: [raw] }],
    ['with an unknown member', { ...inclusion, body: [{ tx: raw }], txs: [other] }],
    ['with bundles too deep in each other', nested(6)],
    ['with bundles very deep in each other', nested(60)],
    [
      'of too many',
      { body: [1, 2].map(() => ({ bundle: { body: Array.from({ length: 51 }, () => ({ tx: raw })) } })) },
    ],
  ])('%s is refused', (_name, given) => {
    expect(faultOf('mev_sendBundle', [given]).code).toBe(-32_602)
  })
})

/** Each way to name who gets a refund, with `payee` there. */
const refunds: Readonly<Record<string, (payee: string, tx: string) => [ValidatedMethod, unknown[]]>> = {
  'a bundle by refundRecipient': (payee, tx) => [
    'eth_sendBundle',
    [{ txs: [tx], refundPercent: 99, refundRecipient: payee }],
  ],
  'a bundle by signingAddress': (payee, tx) => ['eth_sendBundle', [{ txs: [tx], signingAddress: payee }]],
  'a shared bundle by refundConfig': (payee, tx) => ['mev_sendBundle', [shared(tx, { refundConfig: [to(payee)] })]],
  'a shared bundle by refund': (payee, tx) => ['mev_sendBundle', [shared(tx, { refund: [{ bodyIdx: 0 }, to(payee)] })]],
  'a bundle in a shared one': (payee, tx) => [
    'mev_sendBundle',
    [{ body: [{ tx }, { bundle: shared(tx, { refundConfig: [to(payee)] }) }] }],
  ],
  'a private transaction': (payee, tx) => [
    'eth_sendPrivateTransaction',
    [{ tx, preferences: { validity: { refund: [to(payee)] } } }],
  ],
  'a private raw transaction': (payee, tx) => [
    'eth_sendPrivateRawTransaction',
    [tx, { privacy: { hints: ['hash'] }, validity: { refund: [to(payee)] } }],
  ],
}
const to = (address: string) => ({ address, percent: 90 })
const shared = (tx: string, validity: object) => ({
  version: 'v0.1',
  inclusion: { block: '0x1' },
  body: [{ tx }],
  validity,
})
const cancel = signedRaw('eip1559', { to: sender, value: 0n, data: '0x', accessList: [] })

describe.each(Object.entries(refunds))('a refund of %s', (_name, withRefund) => {
  test('may go to who sends', () => {
    for (const payee of [sender, sender.toUpperCase().replace('0X', '0x')]) {
      const { parts } = read(...withRefund(payee, raw))
      for (const part of parts) expect(part).toEqual(one)
    }
  })

  test('to anybody else is refused, beside a cancel, too', () => {
    for (const tx of [raw, cancel])
      expect(faultOf(...withRefund(recipient, tx))).toMatchObject({
        code: -32_003,
        message: `txwarden blocked this: a refund of it goes to ${checksummed(recipient)}, which sends nothing of it that is validated`,
      })
  })

  test('to what is no address is refused', () => {
    for (const payee of ['0x12', '', 7, { address: sender }, [sender]])
      expect(faultOf(...withRefund(payee as string, raw)).code).toBe(-32_602)
  })
})

test('a refund of cancels of two senders is refused to both, and to who only cancels', () => {
  const [first = '', second = ''] = signers
  const cancels = [first, second].map((from, signer) => signedTransfer({ to: from, value: 0n, signer }).raw)
  const paid = signedTransfer({ to: recipient, signer: 0, nonce: 1n }).raw
  const withRefund = (txs: readonly string[], payee: string): [ValidatedMethod, unknown[]] => [
    'eth_sendBundle',
    [{ txs, refundRecipient: payee }],
  ]
  for (const payee of [first, second]) expect(faultOf(...withRefund(cancels, payee)).code).toBe(-32_003)
  expect(faultOf(...withRefund([...cancels, paid], second)).code).toBe(-32_003)
  expect(read(...withRefund([...cancels, paid], first)).senders).toEqual([first, second])
})

/** Where a transaction or an address could hide in the terms of a bundle. */
const strange = [{ tx: other }, { address: recipient }, [{ tx: other }], [[recipient]]]
const terms: Readonly<Record<string, (value: unknown) => [ValidatedMethod, unknown[]]>> = {
  ...Object.fromEntries(
    [
      'version',
      'blockNumber',
      'minBlockNumber',
      'maxBlockNumber',
      'minTimestamp',
      'maxTimestamp',
      'uuid',
      'revertingTxHashes',
      'droppingTxHashes',
      'replacementUuid',
      'replacementNonce',
      'replacementSeqNumber',
      'builders',
      'refundPercent',
      'refundIndex',
      'refundTxHashes',
      'delayedRefund',
    ].map((name) => [
      `${name} of a bundle`,
      (value: unknown): [ValidatedMethod, unknown[]] => ['eth_sendBundle', [{ txs: [raw], [name]: value }]],
    ]),
  ),
  ...Object.fromEntries(
    ['version', 'inclusion', 'validity', 'privacy', 'metadata'].map((name) => [
      `${name} of a shared bundle`,
      (value: unknown): [ValidatedMethod, unknown[]] => ['mev_sendBundle', [{ body: [{ tx: raw }], [name]: value }]],
    ]),
  ),
  ...Object.fromEntries(
    ['canRevert', 'revertMode'].map((name) => [
      `${name} of an item`,
      (value: unknown): [ValidatedMethod, unknown[]] => ['mev_sendBundle', [{ body: [{ tx: raw, [name]: value }] }]],
    ]),
  ),
  ...Object.fromEntries(
    ['fast', 'privacy', 'validity', 'canRevert', 'builders', 'mempool'].map((name) => [
      `${name} of the preferences`,
      (value: unknown): [ValidatedMethod, unknown[]] => [
        'eth_sendPrivateTransaction',
        [{ tx: raw, preferences: { [name]: value } }],
      ],
    ]),
  ),
}
test.each(Object.entries(terms))('%s is read: a transaction or an address there is refused', (_name, given) => {
  for (const value of strange) expect(faultOf(...given(value)).code).toBe(-32_602)
})
