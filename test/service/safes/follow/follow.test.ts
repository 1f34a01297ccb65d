import * as TypedData from 'ox/TypedData'
import { describe, expect } from 'vitest'
import { checksummed } from '../../../../src/api/address.ts'
import { keptDelegates } from '../../../../src/service/safes/follow/kept-state.ts'
import { safeMessageHashes } from '../../../../src/shared/safe/hashes.ts'
import { type SafeVersion, safeVersion } from '../../../../src/shared/safe/versions.ts'
import { ask } from '../../../support/requests.ts'
import { FollowDesk, owners, PAYEE, SAFE, test } from './follow-desk.ts'

const [alice, bob] = owners
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const member = (text: string) => {
  const [name = '', type = ''] = text.split(' ')
  return { name, type }
}

describe('what a Safe executed', () => {
  test('is its item, also where a node gives the events later', async ({ desk }) => {
    const [paid, other] = [
      desk.row({ nonce: 0n, value: 1n }, [alice, bob]),
      desk.row({ nonce: 0n, value: 2n }, [alice]),
    ]
    desk.standIn.transactions = [paid, other]
    expect(await desk.poll()).toEqual([
      ['queued', 'executable'],
      ['queued', 'confirmed'],
    ])
    const transactionId = desk.chain.execute(paid.safeTxHash)
    desk.standIn.transactions = [{ ...paid, isExecuted: true, transactionHash: transactionId }, other]
    desk.chain.odd = ({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32_603, message: 'Internal error' } } : undefined
    expect(await desk.poll()).toEqual([])
    expect(await desk.poll()).toEqual([])
    desk.chain.odd = () => undefined
    const ended = await desk.polled()
    expect(ended.map(({ kinds, safeTxHash }) => [safeTxHash, ...kinds])).toEqual([
      [paid.safeTxHash, 'executed'],
      [other.safeTxHash, 'replaced'],
    ])
    expect((await desk.items()).find(({ state }) => state === 'executed')).toMatchObject({
      transaction_id: transactionId,
    })
    expect(await desk.poll()).toEqual([])
  })

  test('is its item where messages and delegates cannot be read, and the error is kept', async ({ desk }) => {
    desk.standIn.instead = ({ path }) => (/messages|delegates/.test(path) ? { status: 404, body: {} } : undefined)
    const paid = desk.row({ nonce: 0n }, [alice, bob])
    desk.standIn.transactions = [paid]
    await desk.poll()
    expect(await desk.safe()).toMatchObject({ error_code: 'not-in-service', turn: 1 })
    desk.chain.execute(paid.safeTxHash, false)
    desk.standIn.transactions = []
    const [ended] = await desk.polled()
    expect(ended).toMatchObject({
      kinds: ['executed'],
      content: { safe: { changes: [expect.stringMatching(/failed/)] } },
    })
    expect(await desk.safe()).toMatchObject({ error_code: null, turn: 2 })
  })

  test('waits again after a reorg, and is executed once more', async ({ desk }) => {
    const paid = desk.row({ nonce: 0n }, [alice, bob])
    desk.standIn.transactions = [paid]
    await desk.poll()
    desk.chain.execute(paid.safeTxHash)
    desk.standIn.transactions = []
    expect(await desk.poll()).toEqual([['executed']])
    desk.chain.undo()
    desk.standIn.transactions = [paid]
    expect(await desk.poll()).toEqual([['queued', 'executable']])
    expect(await desk.poll()).toEqual([])
    desk.chain.execute(paid.safeTxHash)
    desk.standIn.transactions = []
    expect(await desk.poll()).toEqual([['executed']])
    expect(await desk.items()).toMatchObject([{ state: 'executed', round: 1 }])
  })

  test('is found after a reorg by which another transaction used the nonce', async ({ desk }) => {
    const [first, second] = [
      desk.row({ nonce: 0n, value: 1n }, [alice, bob]),
      desk.row({ nonce: 1n, value: 2n }, [alice]),
    ]
    desk.standIn.transactions = [first, second]
    await desk.poll()
    desk.chain.execute(first.safeTxHash)
    desk.standIn.transactions = [second]
    await desk.poll()
    const rival = desk.row({ nonce: 1n, value: 3n }, [alice, bob])
    desk.chain.execute(rival.safeTxHash)
    // The service is behind: it has neither as executed.
    desk.standIn.transactions = []
    expect((await desk.polled()).map(({ kinds, safeTxHash }) => [safeTxHash, ...kinds])).toEqual([
      [second.safeTxHash, 'replaced'],
      [rival.safeTxHash, 'unqueued-execution'],
    ])
  })

  test('is another item after a reorg in which that one used the nonce, also between two turns', async ({ desk }) => {
    const [first, second] = [
      desk.row({ nonce: 0n, value: 1n }, [alice, bob]),
      desk.row({ nonce: 0n, value: 2n }, [alice, bob]),
    ]
    desk.standIn.transactions = [first, second]
    await desk.poll()
    desk.chain.execute(first.safeTxHash)
    desk.standIn.transactions = []
    await desk.poll()
    desk.chain.undo()
    const transactionId = desk.chain.execute(second.safeTxHash)
    const sent = (await desk.polled()).map(({ kinds, safeTxHash }) => [safeTxHash, ...kinds])
    expect(sent.sort()).toEqual(
      [
        [first.safeTxHash, 'replaced'],
        [second.safeTxHash, 'executed'],
      ].sort(),
    )
    const items = new Map((await desk.items()).map((row) => [row.safe_tx_hash, row]))
    expect(items.get(first.safeTxHash)).toMatchObject({ state: 'replaced', transaction_id: null })
    expect(items.get(second.safeTxHash)).toMatchObject({ state: 'executed', transaction_id: transactionId })
    expect(await desk.poll()).toEqual([])
  })

  test.each(['0.1.0', '1.0.0'])(
    'of version %s has no event: the service says which transaction used the nonce',
    async (version) => {
      const desk = await FollowDesk.open()
      desk.chain.version = version
      const [paid, other] = [
        desk.row({ nonce: 0n, value: 1n }, [alice, bob]),
        desk.row({ nonce: 0n, value: 2n }, [alice]),
      ]
      desk.standIn.transactions = [paid, other]
      await desk.poll()
      const transactionHash = desk.chain.execute(paid.safeTxHash)
      // The service does not have the block yet: nothing is known of how they ended.
      expect(await desk.poll()).toEqual([])
      desk.standIn.transactions = [{ ...paid, isExecuted: true, isSuccessful: true, transactionHash }, other]
      expect((await desk.polled()).map(({ kinds, safeTxHash }) => [safeTxHash, ...kinds])).toEqual([
        [paid.safeTxHash, 'executed'],
        [other.safeTxHash, 'replaced'],
      ])
      const unseen = desk.row({ nonce: 1n }, [])
      const hash = desk.chain.execute(unseen.safeTxHash)
      desk.standIn.transactions = [{ ...unseen, isExecuted: true, isSuccessful: false, transactionHash: hash }]
      const [last] = await desk.polled()
      expect(last).toMatchObject({ kinds: ['unqueued-execution'], safeTxHash: unseen.safeTxHash })
      expect(last?.content.safe.changes).toEqual([expect.stringContaining(hash), expect.stringMatching(/failed/)])
    },
  )
})

describe('what a module executed', () => {
  const MODULE = '0x7e570000000000000000000000000000000000c8'
  const other = `${MODULE.slice(0, -2)}c9`
  const BLOCK_RANGE = { error: { code: -32_602, message: 'query exceeds max block range 100' } }

  test('is notified once for each transaction, with the modules, and the first turn is the baseline', async ({
    desk,
  }) => {
    desk.chain.executeByModule(MODULE)
    expect(await desk.poll()).toEqual([])
    const both = desk.chain.executeByModule(MODULE)
    desk.chain.byModule.push({ block: desk.chain.head, module: other, transactionId: both })
    const single = desk.chain.executeByModule(other)
    expect((await desk.polled()).map(({ kinds, content: { safe } }) => [kinds, safe.changes])).toEqual([
      [
        ['unqueued-execution'],
        [MODULE, other].map((module) => `executed by the module ${checksummed(module)} in transaction ${both}`),
      ],
      [['unqueued-execution'], [`executed by the module ${checksummed(other)} in transaction ${single}`]],
    ])
    desk.chain.head++
    expect(await desk.poll()).toEqual([])
  })

  test('is notified once where a reorg moves it, also to an earlier block', async ({ desk }) => {
    await desk.poll()
    desk.chain.executeByModule(MODULE)
    const [moved] = desk.chain.byModule as [(typeof desk.chain.byModule)[number]]
    desk.chain.byModule = []
    desk.chain.head += 5
    expect(await desk.poll()).toEqual([])
    for (const block of [moved.block, moved.block + 3]) {
      desk.chain.byModule = [{ ...moved, block }]
      desk.chain.head++
      expect(await desk.poll()).toEqual(block === moved.block ? [['unqueued-execution']] : [])
    }
    desk.chain.byModule = []
    await desk.poll()
    desk.chain.byModule = [moved]
    expect(await desk.poll()).toEqual([])
  })

  test('is read where the service does not answer', async ({ desk }) => {
    await desk.poll()
    desk.chain.executeByModule(MODULE)
    desk.standIn.instead = () => ({ status: 503 })
    expect(await desk.poll()).toEqual([['unqueued-execution']])
    expect(await desk.poll()).toEqual([])
  })

  test('is read a part at a time where a node gives few blocks, and an error is shown while it gives none', async ({
    desk,
  }) => {
    desk.standIn.transactions = [desk.row({ nonce: 0n }, [])]
    await desk.poll()
    desk.chain.executeByModule(MODULE)
    desk.chain.head += 2500
    desk.chain.odd = ({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32_601, message: 'no' } } : undefined
    desk.standIn.transactions.push(desk.row({ nonce: 1n }, []))
    // The queue is read all the same.
    expect(await desk.poll()).toEqual([['queued']])
    expect(await desk.safe()).toMatchObject({
      error_code: 'modules-unread',
      error: expect.stringMatching(/^what modules executed after block 1000 is not known: /),
    })
    desk.chain.odd = ({ method, params: [query] }) => {
      const { fromBlock, toBlock } = query as { fromBlock: string; toBlock: string }
      return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 100 ? BLOCK_RANGE : undefined
    }
    const late = desk.chain.executeByModule(MODULE)
    const sent: (readonly string[])[] = []
    sent.push(...(await desk.poll()))
    expect(await desk.safe()).toMatchObject({ error_code: 'modules-unread' })
    for (let turn = 0; turn < 5; turn++) sent.push(...(await desk.poll()))
    expect(sent).toEqual([['unqueued-execution'], ['unqueued-execution']])
    expect((await desk.sent()).at(-1)?.content.safe.changes).toEqual([expect.stringContaining(late)])
    expect(await desk.safe()).toMatchObject({ error_code: null })
  })
})

describe('what changes while something waits', () => {
  test('a queue that the service does not give is silent since it gave one', async ({ desk }) => {
    const shown = async () => {
      const { content } = (await ask(desk.service, 'GET', '/ext/v1/safes')).body as { content: { queueAt: string }[] }
      return content[0]
    }
    await desk.poll()
    const read = await shown()
    expect(read).not.toHaveProperty('silentSince')
    desk.standIn.instead = () => ({ status: 503 })
    await desk.poll()
    expect(await shown()).toMatchObject({ silentSince: read?.queueAt, error: expect.any(String) })
    desk.standIn.instead = () => undefined
    await desk.poll()
    expect(await shown()).not.toHaveProperty('silentSince')
  })

  test('a lower threshold is compared with the former one, also when the service fails meanwhile', async ({ desk }) => {
    desk.chain.threshold = 3
    desk.standIn.transactions = [desk.row({ nonce: 0n }, [alice])]
    expect(await desk.poll()).toEqual([['queued']])
    desk.chain.threshold = 2
    desk.standIn.instead = () => ({ status: 503 })
    expect(await desk.poll()).toEqual([['config-changed']])
    desk.standIn.instead = () => undefined
    expect(await desk.poll()).toEqual([['confirmed']])
    expect(await desk.poll()).toEqual([])
  })

  test('a delegate that the first reading has not is new, the others are not', async ({ desk }) => {
    const delegate = (address: string) => ({
      safe: checksummed(SAFE),
      delegate: checksummed(address),
      delegator: alice.address,
      label: '',
    })
    await desk.poll()
    // Between the first reading and the second, three turns later.
    desk.standIn.delegates = [delegate(PAYEE)]
    const kinds = [await desk.poll(), await desk.poll(), await desk.poll()]
    expect(kinds).toEqual([[], [], [['delegate-added']]])
    expect(keptDelegates((await desk.safe()).delegates)).toMatchObject([
      { delegate: PAYEE, addedAt: expect.any(Number) },
    ])
    for (let turn = 0; turn < 3; turn++) expect(await desk.poll()).toEqual([])
  })

  test('what is there at the first reading is not new', async ({ desk }) => {
    desk.standIn.delegates = [
      { safe: checksummed(SAFE), delegate: checksummed(PAYEE), delegator: alice.address, label: '' },
    ]
    expect(await desk.poll()).toEqual([])
    expect(keptDelegates((await desk.safe()).delegates)).toMatchObject([{ delegate: PAYEE, addedAt: null }])
  })

  test('an entry that has no legible nonce waits as well', async ({ desk }) => {
    const odd = { ...desk.row({ nonce: 0n }), nonce: 'x' }
    desk.standIn.transactions = [odd]
    desk.standIn.instead = ({ path }) =>
      path.endsWith('/multisig-transactions/')
        ? { body: { count: 1, next: null, previous: null, results: [odd] } }
        : undefined
    const [sent] = await desk.polled()
    expect(sent).toMatchObject({
      kinds: ['queued'],
      content: { safe: { changes: [expect.stringMatching(/^1 entry of the queue is not legible/)] } },
    })
    expect(await desk.poll()).toEqual([])
  })
})

describe('an off-chain message', () => {
  const unlimited = String(2n ** 256n - 1n)
  const permit = {
    domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC },
    primaryType: 'Permit',
    types: {
      Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map(member),
    },
    message: { owner: SAFE, spender: PAYEE, value: unlimited, nonce: '0', deadline: unlimited },
  }
  const { safeMessageHash } = safeMessageHashes({
    safe: SAFE,
    chainId: 1n,
    version: safeVersion('1.4.1') as SafeVersion,
    message: TypedData.getSignPayload(permit as never),
  })
  const sign = ({ address, sign: signed }: typeof alice) => ({ owner: address, signature: signed(safeMessageHash) })
  const row = {
    safe: checksummed(SAFE),
    messageHash: safeMessageHash,
    message: permit,
    proposedBy: alice.address,
    confirmations: [sign(alice)],
  }

  test.each<[string, unknown]>([
    ['was too large', 'x'.repeat(300_000)],
    ['was no typed data', { types: { Permit: 'zz' } }],
  ])('is validated as soon as it is legible, where it %s at first', async (_, first) => {
    const desk = await FollowDesk.open()
    await desk.poll()
    await block(desk)
    desk.standIn.messages = [{ ...row, message: first }]
    const sent = async () => (await Promise.all([await desk.polled(), await desk.polled(), await desk.polled()])).flat()
    expect((await sent()).map(({ content }) => content.result)).toEqual([undefined])
    desk.standIn.messages = [row]
    expect(await sent()).toMatchObject([{ safeTxHash: safeMessageHash, content: { result: { verdict: 'BLOCKED' } } }])
    expect(await desk.items()).toMatchObject([{ safe_tx_hash: safeMessageHash, verdict: 'BLOCKED' }])
    expect(await sent()).toEqual([])
  })

  test('is validated as what it allows: a permit behind the hash of a SafeMessage', async ({ desk }) => {
    await desk.poll()
    await block(desk)
    desk.standIn.messages = [row]
    for (let turn = 0; turn < 2; turn++) expect(await desk.poll()).toEqual([])
    const [sent, ...others] = await desk.polled()
    expect(others).toEqual([])
    expect(sent).toMatchObject({
      kinds: ['queued', 'confirmed'],
      safeTxHash: safeMessageHash,
      content: { result: { verdict: 'BLOCKED' }, safe: { signed: 1, threshold: 2 } },
    })
    expect(JSON.stringify(sent?.content)).toContain(checksummed(PAYEE))
  })
})

const HOUR = 3_600_000

test('what was not legible is validated as soon as it is', async ({ desk }) => {
  await block(desk)
  const row = desk.row({ nonce: 0n, value: 1n }, [alice])
  desk.standIn.transactions = [{ ...row, data: 'zz' }]
  expect((await desk.polled()).map(({ content }) => content.result)).toEqual([undefined])
  expect(await desk.poll()).toEqual([])
  desk.standIn.transactions = [row]
  expect(await desk.polled()).toMatchObject([
    { kinds: ['queued', 'confirmed'], safeTxHash: row.safeTxHash, content: { result: { verdict: 'BLOCKED' } } },
  ])
  expect(await desk.items()).toMatchObject([{ verdict: 'BLOCKED' }])
  expect(await desk.poll()).toEqual([])
})

describe('what a service has too much of', () => {
  /** Approvals of accounts that are no owners. */
  const approvals = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ owner: `0x${at.toString(16).padStart(40, '0')}`, signature: null }))
  const confirmationsIn = async (desk: FollowDesk) =>
    (await desk.items()).map(({ confirmations }) => JSON.parse(confirmations))

  test('entries without legible fields are one message for each reading that has new ones, and are not stored', async ({
    desk,
  }) => {
    let first = 1
    desk.standIn.instead = ({ path, query }) => {
      if (!path.endsWith('/multisig-transactions/')) return undefined
      const hashes = Array.from({ length: 50 }, (_, at) => `0x${(first + at).toString(16).padStart(64, '0')}`)
      const results = query.offset === '0' ? hashes.map((safeTxHash) => ({ safeTxHash, nonce: 5 })) : []
      return { body: { count: results.length, next: null, results } }
    }
    for (let turn = 0; turn < 2; turn++) {
      expect(await desk.polled()).toMatchObject([
        { content: { safe: { changes: [expect.stringMatching(/^50 entries of the queue are not legible/)] } } },
      ])
      expect(await desk.poll()).toEqual([])
      first += 50
    }
    expect(await desk.items()).toEqual([])
    expect(await desk.safe()).toMatchObject({ error_code: 'incomplete-queue' })
  })

  test.each(['multisig-transactions', 'messages', 'delegates'])(
    'a page of %s with more than 100 is none',
    async (list) => {
      const desk = await FollowDesk.open()
      const results = Array.from({ length: 101 }, (_, at) => {
        const hash = `0x${(1 + at).toString(16).padStart(64, '0')}`
        return { safeTxHash: hash, messageHash: hash, delegate: `0x${hash.slice(26)}` }
      })
      desk.standIn.instead = ({ path }) =>
        path.endsWith(`/${list}/`) ? { body: { count: 101, next: null, results } } : undefined
      for (let turn = 0; turn < 3; turn++) {
        expect(await desk.poll()).toEqual([])
        if ((await desk.safe()).error_code !== null) break
      }
      expect(await desk.safe()).toMatchObject({
        error_code: 'safe-service-unavailable',
        delegates: list === 'messages' ? '[]' : null,
        error: expect.stringContaining('a page has 101 entries where 100 were requested'),
      })
      expect(await desk.items()).toEqual([])
    },
  )

  test('signatures of entries: 2,000 are read, the others are missing, and a message says so', async ({ desk }) => {
    const [many, signed] = [
      desk.row({ nonce: 0n, value: 1n }, [alice], { confirmations: approvals(1999) }),
      desk.row({ nonce: 1n, value: 2n }, [alice, bob]),
    ]
    desk.standIn.transactions = [many, signed]
    const sent = await desk.polled()
    const [, item] = await confirmationsIn(desk)
    expect(item).toMatchObject([
      { owner: alice.address.toLowerCase(), valid: true },
      { owner: bob.address.toLowerCase(), valid: false, fault: 'over-limit' },
    ])
    const of = ({ safeTxHash }: { safeTxHash: string }) => sent.find((each) => each.safeTxHash === safeTxHash)
    expect(of(signed)?.content.safe).toMatchObject({
      signed: 1,
      changes: [expect.stringMatching(/^Not all of its sig/)],
    })
    const error = expect.stringMatching(/^not all signatures of 1 entry were read/)
    expect(sent.at(-1)).toMatchObject({ kinds: ['queued'], content: { safe: { changes: [error] } } })
    expect(await desk.safe()).toMatchObject({ error_code: 'incomplete-queue', error })
    desk.standIn.transactions = [desk.row({ nonce: 0n, value: 1n }, [alice]), signed]
    expect(await desk.poll()).toEqual([['confirmed']])
    expect(await desk.safe()).toMatchObject({ error_code: null })
  })

  test('signatures of messages, too', async ({ desk }) => {
    const message = (at: number) => ({
      safe: checksummed(SAFE),
      messageHash: `0x${at.toString(16).padStart(64, '0')}`,
      message: `text ${at}`,
      proposedBy: alice.address,
      confirmations: approvals(1500),
    })
    desk.standIn.messages = [message(1), message(2)]
    while ((await desk.items()).length === 0) await desk.poll()
    const [first, second] = await confirmationsIn(desk)
    expect(first).toHaveLength(1500)
    expect(second).toHaveLength(501)
    expect(second.at(-1)).toMatchObject({ valid: false, fault: 'over-limit' })
    expect((await desk.safe()).error).toMatch(/^not all signatures of 1 message were read/)
  })

  test('joined signatures: more parts than owners are not read', async ({ desk }) => {
    const row = desk.row({ nonce: 0n })
    const signature = `0x${alice.sign(row.safeTxHash).slice(2).repeat(900)}`
    desk.standIn.transactions = [{ ...row, confirmations: [{ owner: alice.address, signature }] }]
    await desk.poll()
    expect(await confirmationsIn(desk)).toEqual([
      [{ owner: alice.address.toLowerCase(), valid: false, fault: 'unreadable' }],
    ])
  })
})

/** Functions and answers of EIP-1271 and of its form before: the selector, at the begin of a word. */
const contractForms = { hash: '0x1626ba7e', bytes: '0x20c13b0b' } as const

test.each<[string, keyof typeof contractForms, string, boolean]>([
  ['1.4.1', 'bytes', contractForms.bytes, true],
  ['1.4.1', 'hash', contractForms.hash, false],
  ['1.4.1', 'bytes', `0x${'1'.padStart(64, '0')}`, false],
  ['1.5.0', 'hash', contractForms.hash, true],
  ['1.5.0', 'bytes', contractForms.bytes, false],
])('Safe %s takes the signature of a contract that answers the form of the %s with %s: %s', async (...given) => {
  const [version, form, answer, counts] = given
  const desk = await FollowDesk.open()
  const contract = '0x7e570000000000000000000000000000000000c8'
  desk.chain.version = version
  desk.chain.owners = [...desk.chain.owners, contract]
  desk.chain.odd = ({ method, params }) => {
    const [asked] = params as [{ to?: string; data?: string } | undefined]
    const { to, data = '' } = method === 'eth_call' ? (asked ?? {}) : {}
    if (to !== contract) return undefined
    return { result: data.startsWith(contractForms[form]) ? answer.padEnd(66, '0') : `0x${'0'.repeat(64)}` }
  }
  const row = desk.row({ nonce: 0n }, [alice])
  const parts = [contract.slice(2).padStart(64, '0'), '41'.padStart(64, '0'), '00', '2'.padStart(64, '0'), 'abcd']
  const signed = { owner: contract, signature: `0x${parts.join('')}` }
  desk.standIn.transactions = [{ ...row, confirmations: [...(row.confirmations as object[]), signed] }]
  await desk.poll()
  const [item] = await desk.items()
  expect(JSON.parse(item?.confirmations ?? '[]').map(({ valid }: { valid: boolean }) => valid)).toEqual([true, counts])
})

describe('what waits for six hours is validated again', () => {
  test('without a row and a message while nothing changed, with both when it did', async ({ desk }) => {
    const rows = async () => (await desk.service.store.read.selectFrom('transactions').select('id').execute()).length
    desk.standIn.transactions = [desk.row({ nonce: 0n, value: 1n }, [alice])]
    await desk.poll()
    const [{ checked_at: first } = {}] = await desk.items()
    // As where the chain moved on.
    await desk.service.store.write((db) => db.updateTable('safe_items').set({ effect_digest: 'another' }).execute())
    desk.advance(6 * HOUR - 1000)
    expect(await desk.poll()).toEqual([])
    expect(await desk.items()).toMatchObject([{ checked_at: first }])
    desk.advance(1000)
    const [sent, ...others] = await desk.polled()
    expect(others).toEqual([])
    expect(sent).toMatchObject({
      kinds: ['queued'],
      content: { safe: { isChanged: true }, result: { verdict: 'NO DATA' } },
    })
    expect(await rows()).toBe(2)
    desk.advance(6 * HOUR)
    expect(await desk.poll()).toEqual([])
    expect(await rows()).toBe(2)
    expect(await desk.items()).toMatchObject([{ verdict: 'NO DATA', checked_at: desk.clock.now() }])
  })

  test('at once when the service claims another hash of it', async ({ desk }) => {
    const row = desk.row({ nonce: 0n }, [alice])
    desk.standIn.transactions = [row]
    await desk.poll()
    const wrong = { ...row, safeTxHash: `0x${'ab'.repeat(32)}` }
    desk.standIn.transactions = [wrong]
    expect(await desk.polled()).toMatchObject([
      { kinds: ['queued'], safeTxHash: row.safeTxHash, content: { result: { verdict: 'BLOCKED' } } },
    ])
    expect(await desk.poll()).toEqual([])
    desk.standIn.transactions = [row]
    expect(await desk.poll()).toEqual([['queued']])
    expect(await desk.poll()).toEqual([])
  })
})

describe('what waits while lists change', () => {
  test('is validated again at once, and the queue never shows what was stored before', async ({ desk }) => {
    const entry = await allow(desk)
    desk.standIn.transactions = [desk.row({ nonce: 0n, value: 1n }, [alice])]
    await desk.poll()
    const [{ svc_tx_id: first } = {}] = await desk.items()
    expect(await queue(desk)).toMatchObject([{ verdict: 'SAFE', svcTxId: first }])
    await remove(desk, entry)
    await block(desk)
    expect(await queue(desk)).toMatchObject([{ verdict: 'BLOCKED', svcTxId: null }])
    expect(await desk.polled()).toMatchObject([
      { kinds: ['queued'], content: { safe: { isChanged: true }, result: { verdict: 'BLOCKED' } } },
    ])
    const [{ svc_tx_id: second } = {}] = await desk.items()
    expect(second).not.toBe(first)
    expect(await queue(desk)).toMatchObject([{ verdict: 'BLOCKED', svcTxId: second }])
    expect(await desk.poll()).toEqual([])
  })

  test('is NO DATA in the queue when the service shows other content for its hash', async ({ desk }) => {
    await allow(desk)
    const row = desk.row({ nonce: 0n, value: 1n }, [alice])
    desk.standIn.transactions = [row]
    await desk.poll()
    desk.standIn.instead = ({ path }) =>
      path.endsWith('/multisig-transactions/')
        ? { body: { count: 1, next: null, results: [{ ...row, data: 'zz' }] } }
        : undefined
    expect(await queue(desk)).toMatchObject([{ verdict: 'NO DATA', isIllegible: true, svcTxId: null }])
  })

  test('is validated again for the queue after six hours without a server', async ({ desk }) => {
    desk.standIn.transactions = [desk.row({ nonce: 0n, value: 1n }, [alice])]
    await desk.poll()
    const [{ svc_tx_id: stored } = {}] = await desk.items()
    await desk.service.store.write((db) =>
      db
        .updateTable('safes')
        .set({ next_poll_at: desk.clock.now() * 2 })
        .execute(),
    )
    expect(await queue(desk)).toMatchObject([{ svcTxId: stored }])
    desk.advance(6 * HOUR)
    expect(await queue(desk)).toMatchObject([{ svcTxId: null }])
  })

  test('is validated again for the message that it is executable', async ({ desk }) => {
    await allow(desk)
    desk.standIn.transactions = [desk.row({ nonce: 0n, value: 1n }, [alice])]
    await desk.poll()
    await block(desk)
    desk.standIn.transactions = [desk.row({ nonce: 0n, value: 1n }, [alice, bob])]
    expect(await desk.polled()).toMatchObject([
      { kinds: ['queued', 'executable'], content: { safe: { isChanged: true }, result: { verdict: 'BLOCKED' } } },
    ])
    expect(await desk.items()).toMatchObject([{ state: 'executable', verdict: 'BLOCKED' }])
  })

  test('is worse also where a node cannot simulate it as it could before, and never better', async ({ desk }) => {
    const entry = await allow(desk)
    desk.standIn.transactions = [desk.row({ nonce: 0n, value: 1n }, [alice])]
    await desk.poll()
    const simulated = async (changes: object) => {
      const { result } = await desk.service.store.read
        .selectFrom('transactions')
        .select('result')
        .executeTakeFirstOrThrow()
      const text = JSON.stringify({ ...JSON.parse(result), simulation: { status: 'ok' }, ...changes })
      await desk.service.store.write((db) => db.updateTable('transactions').set({ result: text }).execute())
    }
    await simulated({})
    await remove(desk, entry)
    expect(await desk.poll()).toEqual([])
    expect(await queue(desk)).toMatchObject([{ verdict: 'NO DATA', svcTxId: null }])
    await simulated({ combinedScore: 60 })
    expect(await queue(desk)).toMatchObject([{ verdict: 'WARNING' }])
    await block(desk)
    expect(await queue(desk)).toMatchObject([{ verdict: 'BLOCKED' }])
    expect(await desk.polled()).toMatchObject([{ kinds: ['queued'], content: { result: { verdict: 'BLOCKED' } } }])
  })
})

const LISTS = '/api/v2/management/control-lists'

async function list({ service }: FollowDesk, type: 'ALLOW' | 'BLOCK'): Promise<string> {
  const { status, body } = await ask(service, 'POST', LISTS, { address: PAYEE, type, productType: 'SONAR' })
  expect(status).toBe(200)
  return (body as { controlListId: string }).controlListId
}

const allow = (desk: FollowDesk) => list(desk, 'ALLOW')
const block = (desk: FollowDesk) => list(desk, 'BLOCK')

async function remove({ service }: FollowDesk, id: string): Promise<void> {
  expect((await ask(service, 'DELETE', `${LISTS}/${id}`)).status).toBeLessThan(300)
}

async function queue({ service }: FollowDesk) {
  const checks = await service.safeChecks()
  try {
    return await checks.queue({ chainId: '1', address: SAFE, name: 'treasury' })
  } finally {
    await checks.close()
  }
}
