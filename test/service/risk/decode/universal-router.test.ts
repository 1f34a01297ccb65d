import { describe, expect, test } from 'vitest'
import { decodeCalls } from '../../../../src/service/risk/decode/calls.ts'
import { decodedActions, roles } from '../acting.ts'
import { array, bytes, call, type Encoded, tuple, value, withoutPrefix } from '../encoding.ts'
import { other, sender, stranger, token, transaction } from '../situation.ts'

const router = '0x4007e48c9d0e1f2031425364758697a8b9cadbec'
const weth = '0x3e7a4b5c6d7e8f9fa0b1c2d3e4f50617283940a1'
const ROUTER = '0x0000000000000000000000000000000000000002'
const CALLER = '0x0000000000000000000000000000000000000001'
const NATIVE = '0x0000000000000000000000000000000000000000'

type Command = readonly [id: string, ...input: Encoded[]]

/** execute(bytes,bytes[],uint256) of the router's published interface. */
function plan(...commands: readonly Command[]): string {
  const ids = commands.map(([id]) => id).join('')
  return call(
    '0x3593564c',
    bytes(ids),
    array(...commands.map(([, ...input]) => bytes(tuple(...input).digits))),
    value(9),
  )
}

const details = tuple(value(token), value(2n ** 160n - 1n), value(99), value(0))
const permit = [tuple(details, value(other), value(99)), bytes('aa'.repeat(65))]
const path = bytes(`${withoutPrefix(weth)}000bb8${withoutPrefix(token)}`)

const transferOf = (asset: { standard: string; token?: string; amount?: bigint; ids?: bigint[] }, to = other) => ({
  kind: 'transfer',
  asset: { token: 'native', amount: undefined, ids: [], ...asset },
  from: sender,
  authority: to,
})
const called = { kind: 'interaction', authority: router, value: 0n }

type Given = Parameters<typeof transferOf>[0]
const filled = (asset: Given) => ({ token: 'native', amount: undefined, ids: [], ...asset })
const exchangeOf = (form: string, gives: Given[], receives: Given[], to = other) => ({
  kind: 'exchange',
  form,
  payer: sender,
  gives: gives.map(filled),
  receives: receives.map(filled),
  authority: to,
})
const erc20 = (of: string, amount?: bigint) => ({
  standard: 'erc20',
  token: of,
  ...(amount !== undefined && { amount }),
})
const native = (amount?: bigint) => ({ standard: 'native', ...(amount !== undefined && { amount }) })
const withdrawn = (asset: Given, to = other) => exchangeOf('withdrawal', [], [asset], to)

describe('a Universal Router plan', () => {
  const cases: [string, Command, object][] = [
    [
      'PERMIT2_PERMIT grants',
      ['0a', ...permit],
      {
        kind: 'grant',
        form: 'permit2-permit',
        asset: { standard: 'erc20', token, amount: 2n ** 160n - 1n, ids: [] },
        owner: sender,
        authority: other,
        revokes: false,
        unlimited: true,
      },
    ],
    [
      'PERMIT2_PERMIT_BATCH grants',
      ['03', tuple(array(details), value(other), value(99)), bytes('aa'.repeat(65))],
      {
        kind: 'grant',
        form: 'permit2-permit',
        asset: { standard: 'erc20', token, amount: 2n ** 160n - 1n, ids: [] },
        owner: sender,
        authority: other,
        revokes: false,
        unlimited: true,
      },
    ],
    [
      'PERMIT2_TRANSFER_FROM moves',
      ['02', value(token), value(other), value(7)],
      transferOf({ standard: 'erc20', token, amount: 7n }),
    ],
    [
      'PERMIT2_TRANSFER_FROM_BATCH moves',
      ['0d', array(tuple(value(sender), value(other), value(7), value(token)))],
      transferOf({ standard: 'erc20', token, amount: 7n }),
    ],
    [
      'V3_SWAP_EXACT_IN for another pays the other',
      ['00', value(other), value(5), value(1), path, value(true)],
      exchangeOf('swap', [erc20(weth, 5n)], [erc20(token, 1n)]),
    ],
    [
      'V3_SWAP_EXACT_OUT for another pays the other, by a path written backwards',
      ['01', value(other), value(5), value(9), path, value(true)],
      exchangeOf('swap', [erc20(token, 9n)], [erc20(weth, 5n)]),
    ],
    [
      'V2_SWAP_EXACT_IN for another pays the other',
      ['08', value(other), value(5), value(1), array(value(weth), value(token)), value(true)],
      exchangeOf('swap', [erc20(weth, 5n)], [erc20(token, 1n)]),
    ],
    [
      'V2_SWAP_EXACT_OUT for another pays the other',
      ['09', value(other), value(5), value(9), array(value(weth), value(token)), value(true)],
      exchangeOf('swap', [erc20(weth, 9n)], [erc20(token, 5n)]),
    ],
    ['SWEEP moves what is there', ['04', value(token), value(other), value(1)], withdrawn(erc20(token, 1n))],
    [
      'SWEEP of the native currency',
      ['04', value(NATIVE), value(other), value(1)],
      withdrawn({ standard: 'native', amount: 1n }),
    ],
    ['TRANSFER moves an amount', ['05', value(token), value(other), value(7)], withdrawn(erc20(token, 7n))],
    ['TRANSFER of the whole balance', ['05', value(token), value(other), value(2n ** 255n)], withdrawn(erc20(token))],
    ['PAY_PORTION of 0.25 % is a fee', ['06', value(token), value(other), value(25)], transferOf(erc20(token))],
    [
      'PAY_PORTION of everything is an output',
      ['06', value(token), value(other), value(10_000)],
      withdrawn(erc20(token)),
    ],
    [
      'PAY_PORTION_FULL_PRECISION of 0.25 % is a fee',
      ['07', value(token), value(other), value(25n * 10n ** 14n)],
      transferOf(erc20(token)),
    ],
    [
      'PAY_PORTION_FULL_PRECISION of everything is an output',
      ['07', value(token), value(other), value(10n ** 18n)],
      withdrawn(erc20(token)),
    ],
    ['UNWRAP_WETH for another', ['0c', value(other), value(1)], withdrawn({ standard: 'native', amount: 1n })],
    ['UNWRAP_WETH_EXACT for another', ['0f', value(other), value(6)], withdrawn({ standard: 'native', amount: 6n })],
    ['WRAP_ETH for another', ['0b', value(other), value(6)], withdrawn({ standard: 'native', amount: 6n })],
    [
      'SWEEP_ERC721',
      ['17', value(token), value(other), value(6)],
      withdrawn({ standard: 'erc721', token, amount: 1n, ids: [6n] }),
    ],
    [
      'SWEEP_ERC1155',
      ['1d', value(token), value(other), value(6), value(3)],
      withdrawn({ standard: 'erc1155', token, amount: 3n, ids: [6n] }),
    ],
  ]

  test.each(cases)('%s', (_, command, action) => {
    expect(decodedActions({ to: router, data: plan(command) })).toEqual([called, action])
  })

  test.each([
    ['the caller', CALLER, sender],
    ['the router', ROUTER, router],
    ['the sender', sender, sender],
  ])('a swap for %s', (_, recipient, receiver) => {
    const data = plan(['00', value(recipient), value(5), value(1), path, value(true)])
    const swap = exchangeOf('swap', [erc20(weth, 5n)], [erc20(token, 1n)], receiver)
    const isLeft = receiver === router
    expect(decodedActions({ to: router, data })).toEqual([called, { ...swap, ...(isLeft && { isLeft }) }])
  })

  test('a sub-plan is decoded', () => {
    const inner = tuple(bytes('04'), array(bytes(tuple(value(token), value(other), value(1)).digits)))
    const data = call('0x24856bc3', bytes('21'), array(bytes(inner.digits)))
    expect(decodedActions({ to: router, data })).toContainEqual(withdrawn(erc20(token, 1n)))
  })

  test('a V4 swap is decoded down to its recipients', () => {
    const take = (...input: Encoded[]) => bytes(tuple(...input).digits)
    const v4 = [
      bytes('070e10110b14'),
      array(
        bytes('c0ffee'),
        take(value(token), value(other), value(0)),
        take(value(token), value(stranger), value(10)),
        take(value(NATIVE), value(weth), value(other)),
        bytes(''),
        take(value(token), value(CALLER)),
      ),
    ]
    expect(decodedActions({ to: router, data: plan(['10', ...v4]) }).filter(({ kind }) => kind === 'exchange')).toEqual(
      [
        withdrawn(erc20(token)),
        withdrawn(erc20(token), stranger),
        withdrawn({ standard: 'native' }),
        withdrawn(erc20(weth)),
        withdrawn(erc20(token), sender),
      ],
    )
  })

  test('a byte that was SEAPORT in the first version is read so when it is not a swap', () => {
    const { calls } = decodeCalls(transaction({ to: router, data: plan(['10', value(10n ** 17n), bytes('b3a34c4c')]) }))
    expect(calls.map(({ actor, value: wei, name, status }) => [actor, wei, name, status])).toEqual([
      [router, 10n ** 17n, 'fulfillOrder', 'undecodable'],
    ])
  })

  describe('calls a position manager', () => {
    const raw = (id: string, data: string) => call('0x24856bc3', bytes(id), array(bytes(data)))
    const read = (id: string, data: string) =>
      decodedActions({ to: router, data: raw(id, data) }).filter(({ kind }) => kind !== 'interaction')

    test('with a permit for an item, which names who may take it', () => {
      const permitted = call('0x7ac2ff7b', value(other), value(6), value(9), value(27), value(1), value(1))
      expect(read('11', permitted)).toMatchObject([
        { kind: 'grant', form: 'permit', owner: sender, authority: other, asset: { standard: 'erc721', ids: [6n] } },
      ])
    })

    test('to collect for a recipient, and to take liquidity out', () => {
      expect(read('12', call('0xfc6f7865', value(6), value(other), value(1), value(1)))).toEqual([
        exchangeOf('withdrawal', [], []),
      ])
      const decreased = call('0x0c49ccbe', value(6), value(1), value(5), value(7), value(9))
      expect(read('12', decreased)).toMatchObject([{ kind: 'exchange', form: 'withdrawal', least: 7n }])
      expect(read('12', call('0x42966c68', value(6)))).toEqual([])
    })

    test('to make a position for an owner', () => {
      const pool = [value(NATIVE), value(token), value(3000), value(60), value(NATIVE)]
      const mint = tuple(...pool, value(0), value(0), value(1), value(7), value(8), value(other), bytes(''))
      const positions = call('0xdd46508f', bytes(tuple(bytes('02'), array(bytes(mint.digits))).digits), value(9))
      expect(read('14', positions)).toEqual([exchangeOf('liquidity', [native(7n), erc20(token, 8n)], [])])
    })

    test.each([
      ['11', call('0x095ea7b3', value(other), value(6))],
      ['12', call('0x7ac2ff7b', value(other), value(6), value(9), value(27), value(1), value(1))],
      ['14', '0x'],
    ])('and no other function of it: %s', (id, data) => {
      expect(decodeCalls(transaction({ to: router, data: raw(id, data) })).calls).toMatchObject([
        { status: 'unknown-selector' },
      ])
    })
  })

  test('a deposit at Across is read as one of its own', () => {
    const deposit = tuple(
      ...[value(sender), value(other), value(weth), value(token), value(5), value(4), value(8453), value(0)],
      ...[value(1), value(2), value(3), bytes(''), value(true)],
    )
    const actions = decodedActions({ to: router, data: plan(['40', deposit]) })
    expect(actions).toContainEqual(
      expect.objectContaining({
        kind: 'exchange',
        form: 'bridge',
        payer: sender,
        authority: other,
        gives: [filled(erc20(weth, 5n))],
      }),
    )
    const { root } = decodeCalls(transaction({ to: router, data: plan(['40', value(7)]) }))
    expect(root.calls).toMatchObject([{ status: 'undecodable', fault: 'its deposit does not decode' }])
  })

  test('the allow-failure flag does not hide a command', () => {
    expect(decodedActions({ to: router, data: plan(['84', value(token), value(other), value(1)]) })).toContainEqual(
      withdrawn(erc20(token, 1n)),
    )
  })
})

describe('a plan for V4 positions', () => {
  const pool = [value(NATIVE), value(token), value(3000), value(60), value(NATIVE)]
  const mint = (owner: string) =>
    tuple(...pool, value(0), value(0), value(10n ** 18n), value(7), value(8), value(owner), bytes(''))
  const take = tuple(value(NATIVE), value(token), value(stranger))
  const actions = (owner: string) => [bytes('0211'), array(bytes(mint(owner).digits), bytes(take.digits))]
  const position = (to: string) => exchangeOf('liquidity', [native(7n), erc20(token, 8n)], [], to)

  test.each([
    ['modifyLiquidities', (owner: string) => call('0xdd46508f', bytes(tuple(...actions(owner)).digits), value(9))],
    ['modifyLiquiditiesWithoutUnlock', (owner: string) => call('0x4afe393c', ...actions(owner))],
  ])('%s names the owner of a new position and the recipient', (_, data) => {
    expect(decodedActions({ to: router, data: data(other) })).toEqual([
      called,
      position(other),
      withdrawn(native(), stranger),
      withdrawn(erc20(token), stranger),
    ])
    expect(decodedActions({ to: router, data: data(CALLER) })[1]).toEqual(position(sender))
  })

  test('whose data is cut is undecodable', () => {
    const [root] = [
      decodeCalls(transaction({ to: router, data: call('0xdd46508f', bytes('ab'.repeat(40)), value(9)) })).root,
    ]
    expect(root?.status).toBe('undecodable')
    expect(root?.fault).toContain('its actions do not decode')
  })
})

describe('malformed plans', () => {
  const leaf = (data: string) => decodeCalls(transaction({ to: router, data })).calls[0]

  test('an unknown command is not decoded', () => {
    expect(leaf(plan(['3e', value(other)]))).toMatchObject({ status: 'unknown-selector', selector: '0x3e', to: router })
  })

  test('short input is undecodable, and its legible addresses are subjects', () => {
    const data = plan(['04', value(token), value(other)])
    expect(leaf(data)).toMatchObject({
      status: 'undecodable',
      name: 'SWEEP',
      fault: 'it is shorter than its arguments',
    })
    expect(roles({ to: router, data })).toEqual([`target ${router}`, `named ${token} *`, `recipient ${other} *`])
  })

  test('commands without input are undecodable', () => {
    const data = call('0x24856bc3', bytes('0404'), array(bytes(tuple(value(token), value(other), value(1)).digits)))
    const { root, calls } = decodeCalls(transaction({ to: router, data }))
    expect([root.fault, calls.map(({ name }) => name)]).toEqual([
      'its commands and inputs differ in number',
      ['execute', 'SWEEP'],
    ])
  })
})
