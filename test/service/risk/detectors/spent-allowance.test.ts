import { expect, test } from 'vitest'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import type { Executed, Spend } from '../../../../src/service/risk/chain/executed.ts'
import { spentAllowance } from '../../../../src/service/risk/detectors/spent-allowance.ts'
import type { KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { brief, coin, detected, friend, otherCoin, signer, somebody } from '../actions-builder.ts'
import { account, eoa, observation, old, young } from '../chain/observed.ts'
import { allow, intel } from '../situation.ts'

const victim = friend

function spend(about: Partial<Spend> = {}): Spend {
  return { owner: victim, spender: somebody, tokens: [coin], hasReturn: false, ...about }
}

function executed(...spends: readonly Spend[]): Pick<KnownEvidence, 'executed'> {
  return { executed: { isOwn: false, spends, changes: [] } satisfies Executed }
}

function points(spent: Spend, accounts: readonly ChainAccount[] = [], known: Partial<KnownEvidence> = {}) {
  return brief(detected(spentAllowance, [], { ...executed(spent), chain: observation(accounts), ...known }))
}

const granted = { owner: victim, spender: somebody, token: coin, amount: 5n }
const protocol = intel(somebody, { kind: 'protocol', label: 'a router', canonical: true })

test('attack: An EOA takes tokens with transferFrom', () => {
  expect(points(spend(), [eoa(somebody)])).toEqual([`80 ${somebody}`])
  // The sender is one whatever a node says.
  expect(points(spend({ spender: signer }))).toEqual([`80 ${signer}`])
  const [finding] = detected(spentAllowance, [], { ...executed(spend()), chain: observation([eoa(somebody)]) })
  expect(finding?.text).toBe(
    `spends an allowance or right of ${victim} over a token that was not validated here, and is an EOA`,
  )
})

test('near miss: A contract takes what a validated transaction allowed it, or a known one pays for it', () => {
  expect(points(spend(), [account(somebody)], { allowances: [granted] })).toEqual([])
  expect(points(spend({ hasReturn: true }), [account(somebody)], { intel: [protocol] })).toEqual([])
  expect(points(spend(), [account(somebody)], { entries: [allow(somebody)] })).toEqual([])
})

test('evasion: The tokens go through Permit2, which is known: who calls it counts', () => {
  // `executedBy` names the spender: test/service/follower/verdict/drained.test.ts.
  expect(points(spend({ spender: signer }))).toEqual([`80 ${signer}`])
})

test.each([
  ['an unknown contract', [young(somebody)], {}, 60],
  ['a contract that nobody says anything about', [], {}, 60],
  ['a contract that was there three days ago', [old(somebody)], {}, 45],
  ['a known contract that gives nothing', [account(somebody)], { intel: [protocol] }, 35],
  ['a flagged one', [account(somebody)], { intel: [intel(somebody)] }, 90],
  ['an allowance of another owner', [account(somebody)], { allowances: [{ ...granted, owner: coin }] }, 60],
  ['an allowance of another token', [account(somebody)], { allowances: [{ ...granted, token: otherCoin }] }, 60],
] as const)('%s', (_, accounts, known, expected) => {
  expect(points(spend(), accounts, known)).toEqual([`${expected} ${somebody}`])
})

test('one finding for each spender; nothing about a transaction that is not executed', () => {
  const known = { ...executed(spend(), spend({ tokens: [otherCoin] })), chain: observation([]) }
  expect(detected(spentAllowance, [], known).map(({ text }) => text)).toEqual([
    `spends an allowance or right of ${victim} over 2 tokens that was not validated here, and is unknown`,
  ])
  expect(detected(spentAllowance, [], {})).toEqual([])
})
