import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksummed } from '../../../../src/api/address.ts'
import { baselineFor } from '../../../../src/service/intel/baseline.ts'
import { accountOf } from '../../../../src/service/risk/account/account.ts'
import type { Analysis } from '../../../../src/service/risk/analyze.ts'
import { addressesOf, analyze } from '../../../../src/service/risk/analyze.ts'
import { withFlagged } from '../../../../src/service/risk/assess.ts'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { evidenceSet } from '../../../../src/service/risk/evidence.ts'
import { actionsInWords } from '../../../../src/service/risk/summary/actions-in-words.ts'
import { wordsOf } from '../../../../src/service/risk/summary/words.ts'
import { callData, MAX_UINT256, word } from '../call-data.ts'
import { encodeCall } from '../effects/effect-call.ts'
import { array, bytes, call, type Encoded, value } from '../encoding.ts'
import { seaport } from '../orders.ts'
import { allow, block, intel, other, type Situation, sender, stranger, token, transaction } from '../situation.ts'
import { enter, traceOf } from '../trace/trace-builder.ts'
import { analyzed, coin, safe as messageSafe, permit, thief, typed, ZERO } from '../typed-data/typed.ts'
import {
  account,
  entryPoint,
  safe,
  wrapInAggregate3,
  wrapInAll,
  wrapInExecute,
  wrapInMulticall,
  wrapInMultiSend,
  wrapInSafe,
} from '../wrapping.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const ROUTER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const UNIVERSAL_ROUTER = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const MULTI_SEND = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const Other = checksummed(other)
const Token = checksummed(token)
const Safe = checksummed(safe)
const UNITS = 10n ** 6n
const ETHER = 10n ** 18n

/** In the words of a service that knows only the baseline and what the situation adds. */
function inWords(analysis: Analysis, known: Situation): string[] {
  const baseline = addressesOf(analysis).flatMap((address) => baselineFor(address, '1'))
  const evidence = evidenceSet({ ...known, intel: [...baseline, ...(known.intel ?? [])] })
  const whole = withFlagged(analysis, evidence)
  const { actions, moreActions = 0 } = actionsInWords(whole, wordsOf(analysis, evidence), accountOf(whole, evidence))
  if (moreActions > 0) expect(actions.at(-1)).toBe(`and ${moreActions} more`)
  return actions
}

const words = (situation: Situation) => inWords(analyze(transaction(situation)), situation)
const signed = (data: unknown, known: Situation = {}) => {
  const analysis = analyzed(data)
  if ('missing' in analysis) throw new Error(analysis.why)
  return inWords(analysis, known)
}

describe('payments', () => {
  test.each<[string, Situation, string]>([
    ['the native currency', { to: other, value: 15n * 10n ** 17n }, `pays 1.5 ETH to ${Other} (unknown)`],
    [
      'a canonical token, with its symbol and decimals',
      { to: USDC, data: callData.transfer(other, 250_000n * UNITS) },
      `pays 250,000 USDC to ${Other} (unknown)`,
    ],
    [
      'a token without a canonical record, in base units',
      { to: token, data: callData.transfer(other, 250_000n * UNITS) },
      `pays 250000000000 units of ${Token} to ${Other} (unknown)`,
    ],
    [
      'an item',
      { to: token, data: callData.safeTransferFrom(sender, other, 7n) },
      `sends item 7 of ${Token} to ${Other} (unknown)`,
    ],
    [
      'several items',
      { to: token, data: callData.safeBatchTransferFrom(sender, other, [7n, 8n], [1n, 1n], '') },
      `sends 2 items of ${Token} to ${Other} (unknown)`,
    ],
    [
      'out of another account',
      { to: USDC, data: callData.transferFrom(stranger, other, 7n * UNITS) },
      `moves 7 USDC from ${checksummed(stranger)} to ${Other} (unknown)`,
    ],
    [
      'by a Safe, through a wrapper',
      { to: safe, data: wrapInSafe(token, 0n, wrapInMulticall(callData.transfer(other, 5n))) },
      `Safe ${Safe} pays 5 units of ${Token} to ${Other} (unknown), through multicall`,
    ],
    ['nothing', { to: other }, `sends nothing to ${Other} (unknown)`],
  ])('%s', (_, situation, expected) => expect(words(situation)).toEqual([expected]))
})

describe('allowances and rights', () => {
  test.each<[string, Situation, string]>([
    [
      'unlimited',
      { to: USDT, data: callData.approve(other, MAX_UINT256) },
      `approves ${Other} (unknown) to take unlimited USDT from the sender`,
    ],
    [
      'limited, of a known spender',
      { to: USDT, data: callData.approve(ROUTER, 1000n * UNITS) },
      `approves ${ROUTER} (Uniswap V2 Router) to take 1,000 USDT from the sender`,
    ],
    [
      'of a token that may be a collection',
      { to: token, data: callData.approve(other, 10n) },
      `approves ${Other} (unknown) to take 10 units (or item 10) of ${Token} from the sender`,
    ],
    [
      'of a whole collection',
      { to: token, data: callData.setApprovalForAll(other, true) },
      `approves ${Other} (unknown) to take every item of ${Token} from the sender`,
    ],
    [
      'more of it',
      { to: USDT, data: callData.increaseAllowance(other, 5n * UNITS) },
      `approves ${Other} (unknown) to take 5 USDT more from the sender`,
    ],
    [
      'less of it',
      { to: USDT, data: callData.decreaseAllowance(other, 5n * UNITS) },
      `lowers the allowance of ${Other} (unknown) by 5 USDT`,
    ],
    [
      'revoked',
      { to: USDT, data: callData.approve(other, 0n) },
      `revokes the allowance of ${Other} (unknown) for USDT`,
    ],
    [
      'to borrow',
      { to: token, data: `0xc04a8a10${word(other)}${word(1000n)}` },
      `gives ${Other} (unknown) the right to borrow up to 1000 units in the name of the sender`,
    ],
    [
      'no longer to borrow',
      { to: token, data: `0xc04a8a10${word(other)}${word(0n)}` },
      `takes the right to borrow in the name of the sender from ${Other} (unknown)`,
    ],
    [
      'deep in wrappers',
      { to: entryPoint, data: wrapInAll(USDC, callData.approve(other, MAX_UINT256)) },
      `Safe ${Safe} approves ${Other} (unknown) to take unlimited USDC from itself, through handleOps, execute and multicall`,
    ],
  ])('%s', (_, situation, expected) => expect(words(situation)).toEqual([expected]))
})

describe('control', () => {
  test.each<[string, Situation, readonly string[]]>([
    [
      'an upgrade',
      { to: token, data: `0x3659cfe6${word(other)}` },
      [`replaces the implementation of ${Token} by ${Other} (unknown)`],
    ],
    [
      'an upgrade of the Safe itself',
      { to: safe, data: wrapInSafe(safe, 0n, `0x7de7edef${word(other)}`) },
      [`makes ${Other} (unknown) the singleton of the Safe ${Safe}`],
    ],
    ['an owner', { to: token, data: `0xf2fde38b${word(other)}` }, [`makes ${Other} (unknown) the owner of ${Token}`]],
    ['no owner', { to: token, data: `0xf2fde38b${word(0)}` }, [`removes the owner of ${Token}`]],
    [
      'a module of a Safe',
      { to: safe, data: wrapInSafe(safe, 0n, `0x610b5925${word(other)}`) },
      [`adds module ${Other} (unknown) to the Safe ${Safe}`],
    ],
    [
      'foreign code in a Safe',
      { to: safe, data: wrapInSafe(other, 0n, callData.transfer(stranger, 0n), 1) },
      [
        `Safe ${Safe} lets the code of ${Other} (unknown) act as itself (delegatecall), which names ${checksummed(stranger)} (unknown)`,
      ],
    ],
    [
      'a delegation of the account, without the empty call around it',
      { to: sender, authorizations: [{ chainId: '0', address: other, nonce: 1n }] },
      [`delegates the account’s code to ${Other} (unknown) on every chain`],
    ],
    [
      'the end of a delegation',
      { to: sender, authorizations: [{ chainId: '1', address: ZERO, nonce: 1n }] },
      ['revokes the code delegation of the sender'],
    ],
  ])('%s', (_, situation, expected) => expect(words(situation)).toEqual(expected))
})

describe('exchanges', () => {
  const route = array(value(WETH), value(USDC))
  const plan = (commands: string, ...inputs: Encoded[]) =>
    call('0x3593564c', bytes(commands), array(...inputs), value(99))
  const input = (...parts: Encoded[]) => bytes(call('0x', ...parts).slice(2))
  const [CALLER, ITSELF] = [value(1), value(2)]
  const path = (from: string, to: string) => bytes(`${from.slice(2)}000bb8${to.slice(2)}`)

  test('a swap, with its least output and the receiver', () => {
    const data = call('0x7ff36ab5', value(4200n * UNITS), route, value(other), value(99))
    expect(words({ to: ROUTER, value: 15n * 10n ** 17n, data })).toEqual([
      `swaps 1.5 ETH for at least 4,200 USDC, to ${Other} (unknown)`,
    ])
  })

  test('a swap without a minimum says so', () => {
    const data = call('0x38ed1739', value(ETHER), value(0), route, value(sender), value(99))
    expect(words({ to: ROUTER, data })).toEqual(['swaps 1 WETH for any amount of USDC, to the sender'])
  })

  test('the steps of a router are one swap: wrap, swap, pay out', () => {
    const steps = [
      input(ITSELF, value(ETHER)),
      input(ITSELF, value(ETHER), value(0), path(WETH, USDC), value(false)),
      input(value(USDC), CALLER, value(4200n * UNITS)),
    ]
    expect(words({ to: UNIVERSAL_ROUTER, value: ETHER, data: plan('0b0004', ...steps) })).toEqual([
      'swaps 1 ETH for at least 4,200 USDC, to the sender, through execute',
    ])
  })

  test('of two payouts each is reported', () => {
    const steps = [
      input(ITSELF, value(ETHER), value(0), path(WETH, USDC), value(true)),
      input(value(USDC), CALLER, value(UNITS)),
      input(value(USDC), value(other), value(5n * UNITS)),
    ]
    expect(words({ to: UNIVERSAL_ROUTER, data: plan('000404', ...steps) })).toEqual([
      expect.stringMatching(
        /^withdraws at least 5 USDC from .*, to 0x07e4b3c2d4F5061728394A5b6c7d8e9fa0b1c2D3 \(unknown\)/,
      ),
      expect.stringMatching(/^withdraws at least 1 USDC from .*, to the sender/),
      expect.stringMatching(/^swaps 1 WETH for any amount of USDC, where the output stays/),
    ])
  })
})

describe('orders', () => {
  const items = [
    { type: 2, token, id: 1n },
    { type: 2, token, id: 2n },
  ]

  test('a sale, its price and who is paid', () => {
    const consideration = [{ type: 0, amount: ETHER / 100n, recipient: other }]
    const data = seaport.validate({ offerer: sender, offer: items, consideration })
    expect(words({ to: stranger, data })).toEqual([
      `sells item 1 of ${Token} and item 2 of ${Token} for nothing through Seaport, and pays ${Other} (unknown)`,
    ])
  })

  test('a purchase', () => {
    const consideration = [{ type: 0, amount: ETHER / 100n, recipient: other }]
    const data = seaport.fulfillOrder({ offerer: other, offer: items.slice(0, 1), consideration })
    expect(words({ to: stranger, value: ETHER / 100n, data })[0]).toBe(
      `buys item 1 of ${Token} for 0.01 ETH through Seaport, to ${Other} (unknown)`,
    )
  })
})

describe('calls that are not read', () => {
  const data = `0xdeadbeef${word(1n)}${word(stranger)}`

  test('an unknown function', () => {
    expect(words({ to: other, data })).toEqual([
      `calls an unknown function 0xdeadbeef (68 bytes of data) of ${Other} (unknown), which names ${checksummed(stranger)} (unknown)`,
    ])
  })

  describe('the third parties in data that is not read', () => {
    const names = (data: string, situation: Situation = {}) => words({ to: other, data, ...situation }).join()
    const named = `calls an unknown function 0xdeadbeef (36 bytes of data) of ${Other} (unknown), which names ${checksummed(stranger)} (unknown)`

    test('are named', () => {
      expect(names(call('0xdeadbeef', value(stranger)))).toBe(named)
      const packed = call('0xdeadbeef', bytes(stranger.slice(2)))
      expect(names(packed)).toContain(`which names ${checksummed(stranger)}`)
      const inside = call('0xdeadbeef', bytes(call('0x12345678', value(stranger))))
      expect(names(inside)).toContain(`which names ${checksummed(stranger)}`)
    })

    test('are up to three, and a count', () => {
      const several = [stranger, safe, account, token].map(value)
      const first = [stranger, safe, account].map((each) => `${checksummed(each)} (unknown)`)
      expect(names(call('0xdeadbeef', ...several.slice(0, 2)))).toContain(`which names ${first[0]} and ${first[1]}`)
      expect(names(call('0xdeadbeef', ...several))).toMatch(/which names .* and 1 more$/)
    })

    test.each<[string, Situation & { readonly data: string }]>([
      ['it is the sender', { data: call('0xdeadbeef', value(sender)) }],
      ['it is the called contract', { data: call('0xdeadbeef', value(other)) }],
      [
        'it is a token',
        { data: call('0xdeadbeef', value(token)), intel: [intel(token, { kind: 'token', canonical: true })] },
      ],
      [
        'a source knows it',
        { data: call('0xdeadbeef', value(stranger)), intel: [intel(stranger, { kind: 'protocol', as: ['callee'] })] },
      ],
      [
        'words are numbers or hashes',
        { data: call('0xdeadbeef', value(7n), value('ab'.repeat(32)), value(10n ** 30n)) },
      ],
      ['the function was read', { data: `0xd547741f${word(0n)}${word(stranger)}` }],
    ])('are not named where %s', (_, { data, ...situation }) => {
      expect(names(data, situation)).not.toContain('which names')
    })
  })

  test('a listed address in the data comes first', () => {
    expect(words({ to: other, data, intel: [intel(stranger)] })[0]).toBe(
      `names ${checksummed(stranger)} (listed as a threat) in data that cannot be read`,
    )
  })

  test('native value and what nothing accounts for end the first line', () => {
    const approval = { data: callData.approve(other, 5n), value: 5n * ETHER }
    expect(words(approval)[0]).toMatch(/, with 5 ETH$/)
    // addColl(uint256,uint256) of Liquity: whose trove it is, is not known.
    const [, row] = effectRows().find(([, each]) => each.call.startsWith('addColl(')) ?? []
    const data = row ? encodeCall(row, { troveId: '0x7a69' }, token) : ''
    expect(words({ to: other, data })[0]).toMatch(/, for position 31337$/)
  })

  test('data that does not decode', () => {
    expect(words({ to: token, data: callData.approve(other, 1n).slice(0, -2) })).toEqual([
      `calls approve of ${Token} (unknown), with data that does not decode, which names ${Other} (unknown)`,
    ])
  })

  test('a known function without a known effect, and its payment', () => {
    expect(words({ to: other, value: ETHER, data: '0x4e71d92d' })).toEqual([
      `calls claim of ${Other} (unknown) with 1 ETH`,
    ])
  })

  test('a new contract', () => {
    expect(words({ to: undefined, data: `0x${'60'.repeat(12_345)}`, value: 1n })).toEqual([
      'creates a contract (12,345 bytes of code) and pays it 1 wei',
    ])
  })
})

describe('signed messages', () => {
  test('a permit', () => {
    expect(signed(permit())).toEqual([
      `signs a Permit: approves ${checksummed(thief)} (unknown) to take an unlimited amount of ${checksummed(coin)} from the signer`,
    ])
  })

  test('a transaction of a Safe', () => {
    const type =
      'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)'
    const none = { safeTxGas: '0', baseGas: '0', gasPrice: '0', gasToken: ZERO, refundReceiver: ZERO, nonce: '1' }
    const message = { to: USDC, value: '0', data: callData.transfer(other, 5n * UNITS), operation: 0, ...none }
    expect(signed(typed(type, messageSafe, message, { name: undefined, version: undefined }))).toEqual([
      `signs a SafeTx: Safe ${checksummed(messageSafe)} pays 5 USDC to ${Other} (unknown)`,
    ])
  })

  test('a message that only holds a hash, and one of an unknown type', () => {
    const domain = { name: undefined, version: undefined }
    expect(signed(typed('SafeMessage(bytes message)', messageSafe, { message: '0x12' }, domain))).toEqual([
      `signs a SafeMessage, whose content cannot be read, for ${checksummed(messageSafe)} (unknown)`,
    ])
    expect(signed(typed('Foo(address to)', undefined, { to: other }))).toEqual(['signs a Foo, whose effect is unknown'])
  })
})

describe('names', () => {
  const pays = { to: token, data: callData.transfer(other, 5n * UNITS) }
  const named = (about: object) =>
    words({ ...pays, intel: [intel(token, { kind: 'token', symbol: 'USDC', ...about })] })

  test('a token list gives symbol and decimals; without decimals the amount is in base units', () => {
    expect(named({ canonical: true, decimals: 6 })).toEqual([`pays 5 USDC to ${Other} (unknown)`])
    expect(named({ canonical: true })).toEqual([`pays 5000000 units of USDC to ${Other} (unknown)`])
  })

  test('a tag feed cannot name a token', () => {
    expect(named({ decimals: 6 })).toEqual([`pays 5000000 units of ${Token} to ${Other} (unknown)`])
  })

  test('two lists that disagree on the decimals give base units', () => {
    const record = { kind: 'token', symbol: 'USDC', canonical: true } as const
    const lists = [intel(token, { ...record, decimals: 6 }), intel(token, { ...record, decimals: 18 })]
    expect(words({ ...pays, intel: lists })).toEqual([`pays 5000000 units of USDC to ${Other} (unknown)`])
  })

  test.each<[string, Situation]>([
    ['blocked', { entries: [block(other)] }],
    ['sanctioned', { intel: [intel(other, { kind: 'sanctioned' })] }],
    ['listed as a threat', { intel: [intel(other)] }],
    ['on the allow list', { entries: [allow(other)] }],
    ['Some Vault', { intel: [intel(other, { kind: 'protocol', canonical: true, label: 'Some Vault' })] }],
  ])('an address is %s', (note, known) => {
    expect(words({ ...pays, ...known })[0]).toContain(`to ${Other} (${note})`)
  })

  test('a recipient of earlier payments is not unknown; history vouches for no spender', () => {
    const counterparties = [{ address: other, firstSeen: 1, count: 1, hadValue: true, vouches: true }]
    expect(words({ ...pays, counterparties })[0]).toMatch(/to 0x07e4\w+$/)
    expect(words({ to: token, data: callData.approve(other, 1n), counterparties })[0]).toContain('(unknown)')
  })

  test('a name cannot forge the sentence around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (label) => {
        const [text = ''] = words({ ...pays, intel: [intel(other, { kind: 'protocol', canonical: true, label })] })
        expect(text).toMatch(/^pays 5000000 units of 0x\w{40} to 0x\w{40}( \([^()[\]<>,;"'\n\u202e]{1,40}\))?$/)
      }),
    )
  })
})

describe('several actions', () => {
  const pay = (index: number, amount: number) => ({
    to: USDC,
    data: callData.transfer(`0x${String(index).repeat(40)}`, BigInt(amount) * UNITS),
  })
  const batch = (...steps: readonly { readonly to: string; readonly data: string }[]) =>
    words({ to: safe, data: wrapInSafe(MULTI_SEND, 0n, wrapInMultiSend(...steps), 1) })

  test('five are reported, the largest payments first, and the rest is counted', () => {
    const steps = [3, 1, 4, 2, 9, 5, 7, 8].map((index) => pay(index, index * 100))
    const notified = batch(...steps)
    expect(notified.map((text) => text.match(/pays ([\d,]+) USDC|and \d more/)?.[1] ?? text)).toEqual([
      '900',
      '800',
      '700',
      '500',
      '400',
      'and 3 more',
    ])
    expect(batch(...steps.toReversed())).toEqual(notified)
  })

  test('control comes before rights, rights before payments', () => {
    const notified = batch(
      pay(1, 1_000_000),
      { to: USDT, data: callData.approve(other, MAX_UINT256) },
      { to: safe, data: `0x0d582f13${word(other)}${word(1)}` },
    )
    expect(notified.map((text) => text.replace(/^Safe \S+ /, '').split(' ')[0])).toEqual(['adds', 'approves', 'pays'])
  })

  test('an action for a listed address comes first', () => {
    const data = wrapInMulticall(callData.approve(other, MAX_UINT256), callData.transfer(stranger, 1n))
    expect(words({ to: token, data, intel: [intel(stranger)] })[0]).toContain('(listed as a threat)')
  })

  test('equal actions are reported once', () => {
    const data = wrapInMulticall(callData.transfer(other, 1n), callData.transfer(other, 1n))
    expect(words({ to: token, data })).toEqual([`pays 1 unit of ${Token} to ${Other} (unknown), through multicall`])
  })

  test('a wrapper is reported where it keeps value', () => {
    const data = wrapInAggregate3({ to: token, data: callData.transfer(other, 1n) })
    expect(words({ to: MULTICALL3, data, value: ETHER }).join()).toContain('calls aggregate3 of')
    expect(words({ to: MULTICALL3, data }).join()).not.toContain('calls aggregate3 of')
  })

  test('an account acts in its own name', () => {
    const account = checksummed('0xacc04b5c6d7e8f9fa0b1c2d3e4f5061728394a5b')
    expect(words({ to: account, data: wrapInExecute(other, ETHER, '0x') })).toEqual([
      `account ${account} pays 1 ETH to ${Other} (unknown), through execute`,
    ])
  })

  test('what only the trace shows says so', () => {
    const taken = enter(USDC.toLowerCase(), { input: callData.transferFrom(sender, stranger, 5n * UNITS) })
    const trace = traceOf(sender, enter(other, { input: '0xdeadbeef' }, taken))
    const analysis = analyze(transaction({ to: other, data: '0xdeadbeef' }), trace)
    expect(inWords(analysis, { trace }).join('\n')).toMatch(/5 USDC .*to 0x57a4\w{36} \(unknown\), as the trace shows/)
  })

  test('never throws, and never says undefined', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (data, toSafe) => {
        const hex = `0x${Buffer.from(data).toString('hex')}`
        const notified = words(toSafe ? { to: safe, data: wrapInSafe(other, 0n, hex) } : { to: other, data: hex })
        expect(notified.length).toBeGreaterThan(0)
        expect(notified.join()).not.toMatch(/undefined|\[object| {2}/)
      }),
    )
  })
})
