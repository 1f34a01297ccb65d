import { expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import type { SimulationEvidence } from '../../../../src/service/risk/chain/simulation.ts'
import type { RecordedName } from '../../../support/chain/recordings.ts'
import { recorded, replay } from './recorded.ts'

/** What simulations show of the recorded answers of anvil: all of it, so that nothing else may be there. */

const alice = '0xb4f53c0cd5cb53745bd1c9b9f008be12da5b1835'
const attacker = '0xaedf2cfd03872a3e1200ac3b6a738c980707e995'
const poor = `0x${'90'.repeat(20)}`
const safe = '0xaf7bd83df58176622aa794da12143bb461492ec5'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const collection = '0xd9ef1da5680fa74dc26a83fe5f36ee4755d309a9'
/** The first contract that the attacker creates, the first of the deployer, and its items (ERC-1155). */
const theirs = '0x41c36c8961ba6419dc9dedef5837de299a869047'
const drawn = '0xe4cd292816e4f1e2ba433ff3a6a9dc23590b2b6f'
const items = '0x1a68235ecdbafa83b6c6e7dfa5f82686d98b35f2'
const ether = 10n ** 18n
const unlimited = 2n ** 256n - 1n
const held = 995_010_000_000n

const native = (amount: bigint, owner = alice) => ({
  owner,
  standard: 'native',
  token: 'native',
  id: undefined,
  amount,
})
const token = (address: string, amount: bigint, owner = alice) => ({
  owner,
  standard: 'erc20',
  token: address,
  id: undefined,
  amount,
})
const item = (standard: 'erc721' | 'erc1155', address: string, id: bigint, amount: bigint) => ({
  owner: alice,
  standard,
  token: address,
  id,
  amount,
})
const approval = (given: object) => ({
  owner: alice,
  spender: attacker,
  standard: 'erc20',
  token: usdc,
  id: undefined,
  kind: 'allowance',
  amount: undefined,
  takes: undefined,
  ...given,
})
const differs = ({ amount: _, ...asset }: ReturnType<typeof native>, plain: bigint, realistic: bigint) => ({
  ...asset,
  plain,
  realistic,
})

const FUNDED = 'Calls and events are those of a run with more native currency than the account has'
/** The Safe of the world has none, and no function for them. */
const NO_MODULES = `Not read before and after, of the Safe ${safe}: the modules`
const UNSIGNED = 'Signatures were not checked: the call inside was simulated'

type Shown = Partial<Record<keyof SimulationEvidence | 'missing', unknown>>

/** Changes that events claim as well. */
const moved = (...changes: object[]): Shown => ({ changes, claims: changes })
const paid = moved(token(usdc, -250_000_000n))

const cases: readonly (readonly [RecordedName, string, Shown])[] = [
  ['ether', 'a payment is a change without the fee', moved(native((-3n * ether) / 2n))],
  ['payment', 'a payment of a token is a change, as its event says', paid],
  ['payment-simulated', 'without a trace it is the same', { ...paid, method: 'simulate' }],
  ['payment-probed', 'without eth_simulateV1 it is the same', { ...paid, method: 'trace+probe' }],
  [
    'payment-probed-only',
    'by eth_call alone, no events are seen',
    {
      changes: paid.changes,
      method: 'probe',
      missing: ['Events and inner calls were not seen: only what the call data names was measured'],
    },
  ],
  [
    'payment-traced',
    'by a trace alone, balances are not measured',
    {
      ...paid,
      method: 'trace',
      isMeasured: false,
      missing: ['Balances were not measured: the node offers no method for it'],
    },
  ],
  [
    'revert',
    'a revert says why, and shows no changes',
    { status: 'reverted', reason: 'it reverts with “transfer amount exceeds balance”', missing: [FUNDED] },
  ],
  ['swap', 'a swap gives and gets', moved(native(-ether / 10n), token(usdc, 1_987_395_223n))],
  ['unwrap', 'wrapped currency comes back as native currency', moved(native(3n * ether), token(weth, -3n * ether))],
  [
    'pill',
    'a contract that pays in simulation only is assessed by the realistic block',
    { ...moved(native(-ether)), differences: [differs(native(0n), ether, -ether)] },
  ],
  [
    'fake-sale',
    'an event without a balance is a claim and no change',
    { changes: [native(-ether)], claims: [native(-ether), token(theirs, 25_000n * ether)] },
  ],
  ['silent-token', 'a balance without an event is a change and no claim', { changes: [token(theirs, -777n)] }],
  [
    'vanishing-token',
    'a token that falls silent counts by its event, and is named',
    {
      changes: [token(theirs, -60n)],
      missing: Array(3).fill(`The balances of ${theirs} could not be read before and after`),
    },
  ],
  [
    'poor-loses',
    'what only the real balance of the sender shows is a change, and a difference',
    {
      ...moved(token(usdc, -70_000_000n, poor)),
      differences: [differs(token(usdc, 0n, poor), 0n, -70_000_000n)],
      missing: [FUNDED],
    },
  ],
  [
    'rich-would-lose',
    'what only a higher balance of the sender shows counts as well',
    {
      changes: [token(usdc, -70_000_000n, poor)],
      differences: [differs(token(usdc, 0n, poor), -70_000_000n, 0n)],
      missing: [FUNDED],
    },
  ],
  [
    'value-missing',
    'a sender without the value is simulated, and named',
    { ...moved(native(-ether, poor)), missing: [FUNDED, 'The balance of the sender does not cover the value'] },
  ],
  [
    'fee-missing',
    'a sender without the fee is simulated, and named',
    {
      ...moved(native(-ether, poor)),
      missing: [FUNDED, 'The balance of the sender does not cover the value and the fee'],
    },
  ],
  [
    'safe',
    'a transaction of a Safe without signatures is its call',
    { ...moved(token(usdc, -9_000_000n, safe)), simulated: 'inner call', missing: [UNSIGNED, NO_MODULES] },
  ],
  [
    'safe-value-missing',
    'a Safe without the value is named',
    {
      ...moved(native(-5000n * ether, safe)),
      simulated: 'inner call',
      missing: [FUNDED, UNSIGNED, 'The balance of the account does not cover the value', NO_MODULES],
    },
  ],
  [
    'approval',
    'an allowance stands, and its spender takes the balance in the next block',
    { approvals: [approval({ amount: unlimited, takes: held })] },
  ],
  [
    'approval-lowered',
    'a lower allowance is shown with what it was',
    { lowered: [approval({ spender: router, amount: 100n, before: unlimited })] },
  ],
  [
    'permit2',
    'an allowance within Permit2 is the same',
    { approvals: [approval({ kind: 'permit2', amount: 2n ** 160n - 1n, takes: held })] },
  ],
  [
    'operator',
    'an operator may move all items',
    { approvals: [approval({ kind: 'operator', standard: 'erc721', token: collection })] },
  ],
  [
    'approved-item',
    'an approved item is taken in the next block',
    { approvals: [approval({ kind: 'item', standard: 'erc721', token: collection, id: 1n, takes: 1n })] },
  ],
  [
    'revoked-item',
    'an item that is approved no longer is lowered',
    { lowered: [approval({ kind: 'item', standard: 'erc721', token: collection, id: 1n, before: undefined })] },
  ],
  ['sent-item', 'an item that is sent is a change', moved(item('erc721', collection, 1n, -1n))],
  ['sent-items', 'items that are sent are a change', moved(item('erc1155', items, 7n, -20n))],
  [
    'drawn-item',
    'an item with a random number is that of the realistic block, and no difference',
    moved(native(-ether / 20n), item('erc1155', drawn, 725_578n, 1n)),
  ],
  ['items-named', 'items that only the call data names are measured', { changes: [item('erc1155', theirs, 7n, -50n)] }],
  [
    'items-unnamed',
    'items that nothing names are not measured, which is named',
    { missing: [`Items of ${theirs} were not measured: nothing names them (ERC-1155)`] },
  ],
]

test.each(cases)('%s: %s', (name, _, expected) => {
  const { simulation, missing } = replay(recorded(name))
  const { trace, slots: _slots, control: _control, safes: _safes, ...shown } = simulation
  expect(trace !== undefined).toBe(simulation.method.startsWith('trace'))
  expect({ ...shown, missing: missing.map(missingText) }).toEqual({
    status: 'ok',
    method: 'trace+simulate',
    reason: undefined,
    simulated: 'transaction',
    isMeasured: true,
    changes: [],
    claims: [],
    approvals: [],
    lowered: [],
    differences: [],
    missing: [],
    ...expected,
  })
})
