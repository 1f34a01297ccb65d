import { expect, test } from 'vitest'
import { MonitorProcessor } from '../../../../src/service/follower/block-processor.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { CHAIN, NotifiedChain } from '../notify/notified-chain.ts'
import { followed, shown } from './audited.ts'
import { nodeOf, SimulatedChain, type SourceOptions } from './simulated-chain.ts'

const A = `0x${'aa'.repeat(20)}`
const B = `0x${'bb'.repeat(20)}`
const ETHER = 10n ** 18n

/** Answers of a node about A, while a switch is on. */
function wrong(method: string, isOn: () => boolean): NonNullable<SourceOptions['answer']> {
  return (request, usual) =>
    isOn() && request.method === method && request.params[0] === A ? { result: '0x2a' } : usual()
}

test.each(['eth_getBalance', 'eth_getTransactionCount'])(
  'an address on which %s of two nodes differ is disputed from the third audit on, and explained when they agree',
  async (method) => {
    let isWrong = true
    const following = await followed([A, B], { secondSource: { answer: wrong(method, () => isWrong) } })
    await following.audit()
    const stolen = { address: A, balance: -5n }
    const results = []
    await following.apply(following.chain.mine({ hidden: [stolen, { address: B, balance: 1n }] }))
    results.push(await following.audit())
    for (let block = 0; block < 3; block++) {
      await following.apply(following.chain.mine())
      results.push(await following.audit())
    }
    expect(results.flatMap(shown)).toMatchObject([{ address: B }])
    expect(results.map(({ disputes }) => disputes.length)).toEqual([0, 0, 1, 1])
    expect(results.at(-1)?.disputes).toMatchObject([
      { monitor: { address_key: A }, block: 4, answers: [{ host: 'node' }, { host: 'another' }] },
    ])
    isWrong = false
    const agreed = await following.audit()
    expect(shown(agreed)).toMatchObject([{ address: A, block: 1, amounts: ['-5'] }])
    expect(agreed.disputes).toEqual([])
  },
)

test('a node that says what is expected again, or an address that is disabled, ends it', async () => {
  let isWrong = true
  const following = await followed([A, B], { answer: wrong('eth_getBalance', () => isWrong), secondSource: {} })
  isWrong = false
  await following.audit()
  isWrong = true
  const audits = async (count: number) => {
    let last = await following.audit()
    for (let done = 1; done < count; done++) last = await following.audit()
    return last.disputes.length
  }
  expect(await audits(3)).toBe(1)
  isWrong = false
  expect(await audits(1)).toBe(0)
  isWrong = true
  expect(await audits(2)).toBe(0)
  expect(await audits(1)).toBe(1)
  await following.store.write(async (db) => {
    await db.updateTable('monitored_addresses').set({ enabled: 0 }).where('address_key', '=', A).execute()
  })
  expect(await audits(1)).toBe(0)
})

test('a state that no node gives again is a failure, not nothing', async () => {
  let reads = 0
  const following = await followed([A], {
    answer: ({ method }, usual) =>
      method === 'eth_getBalance' && reads++ > 0 ? { failure: { kind: 'failed', message: 'node: no' } } : usual(),
  })
  reads = Number.NEGATIVE_INFINITY
  await following.audit()
  await following.apply(following.chain.mine({ hidden: [{ address: A, balance: -5n }] }))
  reads = 0
  expect(await following.audit()).toMatchObject({
    found: [],
    failure: { message: 'node: no state of 1 monitored address' },
  })
  reads = Number.NEGATIVE_INFINITY
  expect(shown(await following.audit())).toMatchObject([{ address: A, amounts: ['-5'] }])
})

test('a disagreement is reported once a day, with both answers, and what moved when nodes agree', async () => {
  const notified = await NotifiedChain.open()
  const { store, deadlines } = notified.service
  await notified.alert('watch', { kinds: ['allowance-spent'] })
  await notified.alert('all')
  await notified.monitor(A, 'treasury')
  const clock = new TestClock()
  let ids = 0
  const work = new MonitorProcessor({
    chainId: CHAIN,
    reads: createReads(store.read),
    chain: { observeBlock: async () => undefined },
    deadlines,
    clock,
    newId: () => `audited ${String(++ids).padStart(6, '0')}`,
    wake: () => {},
  })
  let isWrong = true
  const chain = new SimulatedChain()
  const { source } = nodeOf(chain, { host: 'a.example' })
  const { source: other } = nodeOf(chain, { host: 'b.example', answer: wrong('eth_getBalance', () => isWrong) })
  const audit = async () => {
    const facts = await work.begin()
    const { prepared, fault } = await work.atHead(facts, chain.head, { source, other, mode: 'full' })
    const progress = { ...facts, tip: chain.head.number, finalized: undefined }
    if (prepared) await store.write((db) => prepared.record(db, { ...progress, previous: progress }))
    return fault
  }
  await audit()
  chain.mine({ hidden: [{ address: A, balance: -5n * ETHER }] })
  const faults = []
  for (let audits = 0; audits < 5; audits++) faults.push(await audit())
  const line = 'a.example and b.example disagree about the state of 0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa'
  expect(faults).toEqual([undefined, undefined, line, line, line])

  const messages = async () => (await notified.events()).map(({ alert_name, kind }) => `${alert_name}: ${kind}`)
  expect(await messages()).toEqual(['watch: disagreement', 'all: disagreement'])
  const [first] = await notified.events()
  expect(first?.content.notice).toEqual({
    kind: 'disagreement',
    text: 'nodes disagree about treasury (0xaAaA…aaAa): what moved there is not known',
    details: [
      'a.example: 999,995 ETH, nonce 0, at block 1',
      'b.example: 42 wei, nonce 0, at block 1',
      'It is compared again until they agree',
    ],
    command: 'txwarden chain test base',
  })
  clock.advance(24 * 3_600_000)
  await audit()
  expect(await messages()).toHaveLength(4)
  isWrong = false
  expect(await audit()).toBeUndefined()
  expect((await messages()).slice(4)).toEqual(['all: unexplained-balance'])
})
