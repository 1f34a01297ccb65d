import { describe, expect, test } from 'vitest'
import { type PolicyGiven, policyGiven } from '../../../src/api/schemas/policy.ts'
import { testAddresses } from '../../../src/service/intel/baseline-records.ts'
import { type PolicyFacts, problemsOf } from '../../../src/service/policies/problems.ts'

const PAYEE = testAddresses.drainer
const facts: PolicyFacts = {
  hasName: (name) => name === 'alice',
  isChain: (text) => text !== '999999',
  keys: new Set(['agent']),
  isPriced: async (asset) => (asset === 'NONE' ? undefined : asset !== 'UNPRICED'),
}

async function textsOf(more: Omit<Partial<PolicyGiven>, 'name'>): Promise<string[]> {
  const policy = policyGiven().parse({ name: 'ours', mode: 'enforce', default: 'deny', ...more })
  return (await problemsOf(policy, facts)).map(({ policy: name, clause, text }) => `${name} ${clause}: ${text}`)
}

describe('a policy', () => {
  test('that says nothing wrong has no problem', async () => {
    const pays = {
      assets: ['USDC'],
      to: ['@alice'],
      perTransaction: '100 USD',
      per: { '24h': '500 USD', '30d': '5000 USD' },
    }
    expect(
      await textsOf({
        applies: { senders: ['@alice'], keys: ['agent', 'local'], chains: ['1'] },
        deny: [{ pays: { ...pays, to: undefined } }, { grants: { unlimited: true } }, { verdict: 'unsafe' }],
        allow: [{ pays }, { grants: { to: [PAYEE] } }, { signs: 'any', hours: 'Mon-Fri 07:00-19:00 Europe/Berlin' }],
      }),
    ).toEqual([])
  })

  test('never applies where no sender, key or chain of it exists', async () => {
    expect(await textsOf({ applies: { senders: ['@bob'], keys: ['agent', 'gone-agent'] } })).toEqual([
      'ours applies: never applies: @bob has no address',
      'ours applies: gone-agent is no key that can be used',
    ])
  })

  test('names a party that has no address', async () => {
    expect(await textsOf({ allow: [{ calls: { contracts: ['@alice', '@bob'] } }] })).toEqual([
      'ours allow[0]: @bob has no address',
    ])
  })

  test('takes back what it allows', async () => {
    expect(
      await textsOf({
        deny: [{ pays: { to: [PAYEE] } }, { signs: 'any' }],
        allow: [
          { pays: { to: [PAYEE.toUpperCase().replace('X', 'x')], assets: ['USDC'] } },
          { pays: { assets: ['USDC'] } },
          { signs: { types: ['Permit'] } },
        ],
      }),
    ).toEqual([
      'ours allow[0]: allows nothing: deny[0] denies all of it',
      'ours allow[2]: allows nothing: deny[1] denies all of it',
    ])
  })

  test('has limits that narrower ones make useless', async () => {
    const per = { '24h': '500 USD', '30d': '300 USD', '7d': '400 USDC' }
    expect(await textsOf({ allow: [{ pays: { perTransaction: '600 USD', per } }] })).toEqual([
      'ours allow[0]: 600 USD in one transaction is never reached: 500 USD in 24h is less',
      'ours allow[0]: 500 USD in 24h is never reached: 300 USD in 30d is less',
    ])
  })

  test('lacks a price, or a token', async () => {
    const per = { '24h': '500 USD' }
    expect(await textsOf({ hold: [{ pays: { assets: ['UNPRICED', 'NONE'], per } }] })).toEqual([
      'ours hold[0]: no price of UNPRICED is known, so that any amount is above a limit in USD',
      'ours hold[0]: no token list has NONE, so that no payment is of it',
    ])
    expect(await textsOf({ hold: [{ pays: { assets: ['UNPRICED'], over: '5 UNPRICED' } }] })).toEqual([])
  })
})
