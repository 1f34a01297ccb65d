import { describe, expect, test } from 'vitest'
import { coin, judgedMessage, MAX, owner, partner, SOON, thief, trusted, typed, verdict, ZERO } from './typed.ts'

const known = { intel: [trusted(coin), trusted(partner)], hasHistory: true }

test.each([
  [
    'WARNING unknown-right 35',
    'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    'delegatee',
    { nonce: '0', expiry: SOON },
    { delegatee: ZERO },
  ],
  [
    'WARNING unknown-right 60',
    'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
    'delegatee',
    { value: MAX, nonce: '0', deadline: SOON },
    { value: '0' },
  ],
  [
    'WARNING unknown-right 60',
    'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
    'manager',
    { owner, isAllowed: true, nonce: '0', expiry: SOON },
    { isAllowed: false },
  ],
  [
    'WARNING unknown-right 60',
    'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
    'authorized',
    { authorizer: owner, isAuthorized: true, nonce: '0', deadline: SOON },
    { isAuthorized: false },
  ],
])('%s: %s; to a known address, and when it ends, SAFE', (expected, text, holder, message, ends) => {
  const given = (who: string, more: object = {}) => typed(text, coin, { ...message, [holder]: who, ...more })
  expect(verdict(judgedMessage(given(thief), known))).toBe(expected)
  expect(verdict(judgedMessage(given(partner), known))).toBe('SAFE')
  expect(verdict(judgedMessage(given(thief, ends), known))).toBe('SAFE')
  expect(verdict(judgedMessage(given(owner), known))).toBe('SAFE')
})

describe('a vote gives nothing away', () => {
  test.each([
    ['Ballot(uint256 proposalId,uint8 support)', { proposalId: '1', support: 1 }],
    [
      'Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)',
      { proposalId: '1', support: 1, voter: owner, nonce: '0' },
    ],
    [
      'ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)',
      { proposalId: '1', support: 1, reason: '', params: '0x' },
    ],
    [
      'ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)',
      { proposalId: '1', support: 1, voter: owner, nonce: '0', reason: '', params: '0x' },
    ],
  ])('%s', (text, message) => {
    expect(verdict(judgedMessage(typed(text, coin, message)))).toBe('SAFE')
  })

  test('also off chain (Snapshot)', () => {
    const data = typed(
      'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason,string app,string metadata)',
      undefined,
      {
        from: owner,
        space: 'some.eth',
        timestamp: '1',
        proposal: `0x${'ab'.repeat(32)}`,
        choice: 1,
        reason: '',
        app: '',
        metadata: '{}',
      },
      { name: 'snapshot', version: '0.1.4', chainId: undefined },
    )
    expect(verdict(judgedMessage(data, { chainId: '1' }))).toBe('SAFE')
  })

  test('a sanctioned address in it still counts', () => {
    const intel = [{ ...trusted(thief), kind: 'sanctioned' } as const]
    const data = typed('Delegation(address delegatee,uint256 nonce,uint256 expiry)', coin, {
      delegatee: thief,
      nonce: '0',
      expiry: MAX,
    })
    expect(verdict(judgedMessage(data, { intel }))).toBe('UNSAFE sanctioned-address 100')
  })
})
