import { describe, expect, onTestFinished } from 'vitest'
import type { Service } from '../../src/service/index.ts'
import { recordContacts } from '../../src/service/store/repositories/counterparties.ts'
import { localDatabase } from '../service/administration/local-database.ts'
import { wrapInBatchMode, wrapInExecute, wrapInSafe } from '../service/risk/wrapping.ts'
import { type ForkingChain, startForkingChain, usdcTransfer } from '../support/chain/forking-chain.ts'
import type { FundedAccount, Signed } from '../support/chain/funded-accounts.ts'
import { canonical } from '../support/chain/world.ts'
import { needs } from '../support/needs.ts'
import { requestsTo } from '../support/requests.ts'

const { test } = needs('anvil')

const ETHER = 10n ** 18n
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const LOOKALIKE = '0xabcd9e0f8d7c6b5a4938271605142332415099ff'
const HOUR_MS = 3_600_000
const BUDGET_MS = 30_000

/** A service that follows no chain, with a node that makes blocks when it is instructed to. */
async function site() {
  const env: Record<string, string> = {}
  const { use, clock } = localDatabase(env)
  const chain = await startForkingChain({ timestamp: clock.now() / 1000 })
  onTestFinished(() => chain[Symbol.asyncDispose]())
  env.TXWARDEN_CHAIN_ETHEREUM_URL = chain.url
  return {
    chain,
    clock,
    use: (work: (service: Service) => Promise<void>) => use(work),
    withoutNode: () => delete env.TXWARDEN_CHAIN_ETHEREUM_URL,
  }
}

/** The payee vouches for nothing: with a node the payment was run as called, without one it was not read. */
const NO_DATA = expect.stringMatching(/^(?:none|simulated)$/)
const isNoData = ({ coverage }: { readonly coverage?: string }) => coverage === 'none' || coverage === 'simulated'

const payment = (from: FundedAccount, to = PAYEE, value = ETHER) => ({ from: from.address, to, value: String(value) })

async function blockOf(chain: ForkingChain, { hash }: Signed): Promise<string> {
  const receipt = (await chain.rpc('eth_getTransactionReceipt', hash)) as { readonly blockNumber: string }
  return String(Number(receipt.blockNumber))
}

describe('where a node of the chain is configured', () => {
  test('a report is history when the node has it', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const { validate, report, reported, known } = requestsTo(service)
      const payer = chain.fresh()
      const first = await validate(payment(payer))
      expect(first).toMatchObject({ coverage: NO_DATA })
      const sent = await chain.include(payer, { to: PAYEE, value: ETHER })
      await report(first, { transactionId: sent.hash, blockNumber: await blockOf(chain, sent) })
      expect(await reported(first)).toBe('unconfirmed')
      const between = await validate(payment(payer))
      expect(between).toMatchObject({ coverage: NO_DATA })
      expect(known(between)).toEqual([
        'was paid before, 1 ETH on 2026-01-02, but that is reported, not confirmed: it vouches for nothing',
      ])
      clock.advance(5000)
      await service.confirmReports(BUDGET_MS)
      expect(await reported(first)).toBe('confirmed')
      const after = await validate(payment(payer))
      expect(after.coverage).not.toEqual(NO_DATA)
      expect(known(after)).toEqual(['was paid before, 1 ETH on 2026-01-02, in a reported transaction'])
      expect(after.explanation.missing.join()).not.toMatch(/reported, not confirmed|No history/)
    })
  })

  test('one that failed gives back what its report settled in a budget', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const { send, validate, report } = requestsTo(service)
      const allow = [{ pays: { per: { '24h': '1 ETH' } } }]
      await send('POST', '/ext/v1/policies', { name: 'desk', mode: 'enforce', default: 'deny', allow })
      const used = async () => (await send('GET', '/ext/v1/policies/desk/usage')).content[0].used
      const payer = chain.fresh()
      const validated = await validate(payment(payer, canonical.usdc))
      const failed = await chain.include(payer, { to: canonical.usdc, value: ETHER })
      await report(validated, { transactionId: failed.hash, blockNumber: await blockOf(chain, failed) })
      expect(await used()).toBe('1 ETH')
      clock.advance(5000)
      await service.confirmReports(BUDGET_MS)
      expect(await used()).toBe('0 ETH')
    })
  })

  test('nothing else becomes history', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const { validate, report, reported } = requestsTo(service)
      const [payer, stranger] = [chain.fresh(), chain.fresh()]
      const real = await chain.include(payer, { to: PAYEE, value: ETHER })
      const others = await chain.include(stranger, { to: PAYEE, value: ETHER })
      const loser = chain.fresh()
      const failed = await chain.include(loser, { to: canonical.usdc, data: '0xdeadbeef' })
      const number = await blockOf(chain, real)
      const forged = {
        'an invented hash': [payment(payer), { transactionId: `0x${'ab'.repeat(32)}`, blockNumber: number }],
        'the hash of another sender': [
          payment(payer),
          { transactionId: others.hash, blockNumber: await blockOf(chain, others) },
        ],
        'another value': [payment(payer, PAYEE, 5000n * ETHER), { transactionId: real.hash, blockNumber: number }],
        'another target': [payment(payer, LOOKALIKE), { transactionId: real.hash, blockNumber: number }],
        'other data': [
          { ...payment(payer), data: '0x01' },
          { transactionId: real.hash, blockNumber: number },
        ],
        'another block': [payment(payer), { transactionId: real.hash, blockNumber: String(Number(number) + 1) }],
        'a future block': [payment(payer), { transactionId: real.hash, blockNumber: '99999999' }],
        'a failed transaction': [
          { from: loser.address, to: canonical.usdc, value: '0', data: '0xdeadbeef' },
          { transactionId: failed.hash, blockNumber: await blockOf(chain, failed) },
        ],
      } as const
      const validated = []
      for (const [what, [transaction, claim]] of Object.entries(forged)) {
        const each = await validate(transaction)
        await report(each, claim)
        validated.push([what, each] as const)
      }
      clock.advance(5000)
      await service.confirmReports(BUDGET_MS)
      for (const [what, each] of validated) expect([what, await reported(each)]).toEqual([what, 'unconfirmed'])
      for (const value of [1n, ETHER, 5000n * ETHER])
        expect(await validate(payment(payer, PAYEE, value))).toMatchObject({ coverage: NO_DATA })
    })
  })

  test('a report that the node lacks is asked for again, for a day', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const { validate, report, reported } = requestsTo(service)
      const [early, late] = [chain.fresh(), chain.fresh()]
      const next = String((await chain.head()).number + 1)
      const validated = []
      for (const payer of [early, late]) {
        const signed = chain.sign(payer, { to: PAYEE, value: ETHER })
        const each = await validate(payment(payer))
        await report(each, { transactionId: signed.hash, blockNumber: next })
        validated.push({ signed, each })
      }
      const [first, second] = validated as [(typeof validated)[number], (typeof validated)[number]]
      const check = async (after: number) => {
        clock.advance(after)
        await service.confirmReports(BUDGET_MS)
      }
      await check(1000)
      await check(HOUR_MS)
      expect(await reported(first.each)).toBe('unconfirmed')
      await chain.resend(first.signed)
      await chain.mine()
      await check(HOUR_MS)
      expect([await reported(first.each), await reported(second.each)]).toEqual(['confirmed', 'unconfirmed'])
      for (let hour = 0; hour < 24; hour++) await check(HOUR_MS)
      // Late, and reported again with the block that has it.
      await chain.resend(second.signed)
      await chain.mine()
      await check(HOUR_MS)
      expect(await reported(second.each)).toBe('unconfirmed')
      await report(second.each, { blockNumber: await blockOf(chain, second.signed) })
      await check(1000)
      expect(await reported(second.each)).toBe('confirmed')
    })
  })

  test('a reorg undoes it, until another block has it', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const { validate, report, reported } = requestsTo(service)
      const payer = chain.fresh()
      const first = await validate(payment(payer))
      const sent = await chain.include(payer, { to: PAYEE, value: ETHER })
      await report(first, { transactionId: sent.hash, blockNumber: await blockOf(chain, sent) })
      const check = async () => {
        clock.advance(61_000)
        await service.confirmReports(BUDGET_MS)
        return [await reported(first), isNoData(await validate(payment(payer)))]
      }
      expect(await check()).toEqual(['confirmed', false])
      await chain.reorg(1)
      await chain.mine(2)
      expect(await check()).toEqual(['unconfirmed', true])
      await chain.resend(sent)
      await chain.mine()
      await report(first, { blockNumber: await blockOf(chain, sent) })
      expect(await check()).toEqual(['confirmed', false])
      // In another block than before, without a report of it.
      await chain.reorg(1, [])
      await chain.resend(sent)
      await chain.mine(70)
      expect(await check()).toEqual(['confirmed', false])
      const due = () => service.store.read.selectFrom('transactions').select('check_at').where('id', '=', first.svcTxId)
      expect(await due().execute()).toEqual([{ check_at: null }])
    })
  })

  test('a lookalike of a payee that only a report names is WARNING', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const { validate, report } = requestsTo(service)
      const payer = chain.fresh()
      const first = await validate(payment(payer))
      const signed = chain.sign(payer, { to: PAYEE, value: ETHER })
      await report(first, { transactionId: signed.hash, blockNumber: String((await chain.head()).number + 1) })
      expect(await validate(payment(payer, LOOKALIKE))).toMatchObject({
        combinedScore: 50,
        explanation: { reasons: [{ text: expect.stringContaining('paid before (reported, not confirmed)') }] },
      })
      await chain.resend(signed)
      await chain.mine()
      clock.advance(5000)
      await service.confirmReports(BUDGET_MS)
      expect(await validate(payment(payer, LOOKALIKE))).toMatchObject({ combinedScore: 90 })
    })
  })

  const forms = {
    execute: wrapInExecute(PAYEE, 5000n * ETHER, '0x'),
    'execTransaction of a Safe': wrapInSafe(PAYEE, 5000n * ETHER, '0x'),
    'a batch of ERC-7579': wrapInBatchMode({ to: PAYEE, value: 5000n * ETHER }),
    'execute with a token': wrapInExecute(canonical.usdc, 0n, usdcTransfer(PAYEE, 10n ** 13n).data ?? ''),
  }
  for (const [name, data] of Object.entries(forms))
    test(`call data alone makes no history of another account: ${name}`, async () => {
      const { chain, clock, use } = await site()
      await use(async (service) => {
        const [attacker, victim] = [chain.fresh(), chain.fresh()]
        const { validate, report, reported } = requestsTo(service, (await service.keys.create('validation')).key)
        // A call to an account without code succeeds and does nothing.
        const first = await validate(
          { from: attacker.address, to: victim.address, data },
          { 'x-txwarden-simulate': 'no' },
        )
        const sent = await chain.include(attacker, { to: victim.address, data })
        await report(first, { transactionId: sent.hash, blockNumber: await blockOf(chain, sent) })
        clock.advance(5000)
        await service.confirmReports(BUDGET_MS)
        expect(await reported(first)).toBe('confirmed')
        for (const paid of [
          payment(victim, PAYEE, 5000n * ETHER),
          { from: victim.address, ...usdcTransfer(PAYEE, 5n) },
        ])
          expect(await requestsTo(service).validate(paid)).toMatchObject({ coverage: NO_DATA })
      })
    })

  test('tokens are history by the events of the token', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const { validate, report, known } = requestsTo(service)
      const payer = chain.fresh()
      const paid = usdcTransfer(PAYEE, 1_000_000n)
      const first = await validate({ from: payer.address, ...paid })
      const sent = await chain.include(payer, paid)
      await report(first, { transactionId: sent.hash, blockNumber: await blockOf(chain, sent) })
      clock.advance(5000)
      await service.confirmReports(BUDGET_MS)
      expect(known(await validate({ from: payer.address, ...usdcTransfer(PAYEE, 10_000_000n) }))).toEqual([
        'was paid before, 1 USDC on 2026-01-02, in a reported transaction',
      ])
      expect(await validate({ from: payer.address, ...usdcTransfer(PAYEE, 10_000_001n) })).toMatchObject({
        coverage: NO_DATA,
      })
    })
  })

  test('a contact does not confirm a payment that was only reported', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const { validate, report } = requestsTo(service)
      const payer = chain.fresh()
      const forged = await validate(payment(payer, LOOKALIKE, 5n))
      await report(forged, { transactionId: `0x${'ab'.repeat(32)}`, blockNumber: '7' })
      const scope = { chainId: '1', owner: payer.address }
      const bait = { counterparty: LOOKALIKE, firstSeen: clock.now(), lastSeen: clock.now(), count: 1, hadValue: false }
      await service.store.write((db) => recordContacts(db, scope, [bait]))
      expect(await validate(payment(payer, PAYEE))).toMatchObject({ combinedScore: 50 })
    })
  })

  test('many reports do not hold up one', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const { validate, report, reported } = requestsTo(service)
      const payer = chain.fresh()
      for (let count = 0; count < 120; count++)
        await report(await validate(payment(payer, PAYEE, BigInt(count + 1))), {
          transactionId: `0x${String(count).padStart(64, '0')}`,
          blockNumber: '7',
        })
      const first = await validate(payment(payer))
      const sent = await chain.include(payer, { to: PAYEE, value: ETHER })
      await report(first, { transactionId: sent.hash, blockNumber: await blockOf(chain, sent) })
      clock.advance(1)
      await service.confirmReports(BUDGET_MS)
      expect(await reported(first)).toBe('confirmed')
    })
  })

  test('what a node does not have vouches for nothing, also when no node can be asked later', async () => {
    const { chain, clock, use, withoutNode } = await site()
    const payer = chain.fresh()
    await use(async (service) => {
      const { validate, report } = requestsTo(service)
      await report(await validate(payment(payer)), { transactionId: `0x${'ab'.repeat(32)}`, blockNumber: '7' })
      clock.advance(5000)
      await service.confirmReports(BUDGET_MS)
    })
    withoutNode()
    await use(async (service) => {
      expect(await requestsTo(service).validate(payment(payer))).toMatchObject({ coverage: NO_DATA })
    })
  })

  test('another key takes nothing back that a node has shown', async () => {
    const { chain, clock, use } = await site()
    await use(async (service) => {
      const [own, other] = await Promise.all(
        ['own', 'other'].map(async () => requestsTo(service, (await service.keys.create('validation')).key)),
      )
      if (!own || !other) throw new Error('no keys')
      const payer = chain.fresh()
      const first = await own.validate(payment(payer))
      const sent = await chain.include(payer, { to: PAYEE, value: ETHER })
      await own.report(first, { transactionId: sent.hash, blockNumber: await blockOf(chain, sent) })
      clock.advance(5000)
      await service.confirmReports(BUDGET_MS)
      const another = { transactionId: `0x${'ab'.repeat(32)}`, blockNumber: '7' }
      await other.send('PUT', `/api/v2/transaction/${first.svcTxId}`, another, { 'x-txwarden-replace': 'true' })
      expect((await own.validate(payment(payer))).coverage).not.toBe('none')
    })
  })
})
