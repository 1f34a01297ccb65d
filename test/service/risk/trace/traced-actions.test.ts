import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { callData, MAX_UINT256, word } from '../call-data.ts'
import { block, intel, judged, other, type Situation, sender, stranger, token, transaction } from '../situation.ts'
import { safe, wrapInAggregate3, wrapInMulticall, wrapInSafe } from '../wrapping.ts'
import { approved, type Enter, enter, flatOf, moved, operated, pays, traceOf } from './trace-builder.ts'

const UNREAD = '0xdeadbeef'
const pool = '0xb001c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3'
const coin = '0xc0117a1b2c3d4e5f60718293a4b5c6d7e8f90123'
const nobody = `0x${'0'.repeat(40)}`

/** The sender calls a contract that nothing is known about, which makes these calls. */
function hidden(...calls: readonly Enter[]): Situation {
  return { to: other, data: UNREAD, trace: traceOf(sender, enter(other, { input: UNREAD }, ...calls)) }
}

/** The Safe of the sender calls it. */
function bySafe(...calls: readonly Enter[]): Situation {
  const data = wrapInSafe(other, 0n, UNREAD)
  const trace = traceOf(sender, enter(safe, { input: data }, enter(other, { input: UNREAD }), ...calls))
  return { to: safe, data, trace }
}

const rules = (situation: Situation) =>
  judged(situation)
    .findings.filter(({ points, rule }) => points > 30 && rule !== 'unpaid-outflow')
    .map(({ points, rule, subject, source }) => `${points} ${rule} ${subject} (${source})`)

const permit = (owner: string, spender: string, amount: bigint) =>
  callData.permit(owner, spender, amount, 1n, 27, '0x1', '0x2')

const token2 = (input: string, ...logs: readonly ReturnType<typeof moved>[]) => enter(token, { input, logs })

describe('inside a contract that cannot be read, is found by the same rule', () => {
  test.each<[string, Situation, string]>([
    ['a signed permit', hidden(token2(permit(sender, stranger, MAX_UINT256))), `55 unknown-grant ${stranger} (trace)`],
    [
      'an approval that only an event shows',
      hidden(enter(token, { input: UNREAD, logs: [approved(token, sender, stranger, MAX_UINT256)] })),
      `50 unknown-grant ${stranger} (trace)`,
    ],
    [
      'an operator that only an event shows',
      hidden(enter(token, { input: UNREAD, logs: [operated(token, sender, stranger, true)] })),
      `60 unknown-grant ${stranger} (trace)`,
    ],
    [
      'an approval of an account of the sender',
      bySafe(token2(callData.approve(stranger, MAX_UINT256))),
      `50 unknown-grant ${stranger} (trace)`,
    ],
    [
      'a delegatecall of an account of the sender',
      bySafe(enter(stranger, { type: 'DELEGATECALL', input: UNREAD })),
      `80 foreign-delegatecall ${stranger} (trace)`,
    ],
    [
      'a module for an account of the sender',
      bySafe(enter(safe, { input: `0x610b5925${word(stranger)}` })),
      `75 control-change ${stranger} (trace)`,
    ],
    [
      'a new implementation of the called contract',
      hidden(enter(pool, {}, enter(other, { input: `0x3659cfe6${word(stranger)}` }))),
      `60 control-change ${stranger} (trace)`,
    ],
    [
      'several tokens that leave for one address',
      hidden(
        token2(callData.transferFrom(sender, stranger, 5n), moved(token, sender, stranger, 5n)),
        enter(coin, { input: callData.transferFrom(sender, stranger, 7n) }),
      ),
      `60 bulk-transfer ${stranger} (trace)`,
    ],
  ])('%s', (_, situation, expected) => {
    expect(rules(situation)).toEqual([expected])
  })

  test('and an address that gains has its role, so that a name tag does not vouch for it', () => {
    const tagged = { intel: [intel(stranger, { kind: 'protocol', label: 'Some name' })] }
    const verdict = judged({ ...hidden(token2(permit(sender, stranger, MAX_UINT256))), ...tagged })
    expect(verdict.findings[0]).toMatchObject({ rule: 'unknown-grant', role: 'spender', points: 55 })
  })

  test('in either format, behind proxies, and however deep', () => {
    const give = token2(permit(sender, stranger, MAX_UINT256))
    const deep = Array.from({ length: 40 }).reduce<Enter>(
      (inner) => enter(pool, { input: UNREAD }, enter(other, { type: 'DELEGATECALL', input: UNREAD }, inner)),
      give,
    )
    expect(rules(hidden(deep))).toEqual([`55 unknown-grant ${stranger} (trace)`])
  })
})

describe('is not the business of the sender', () => {
  test.each<[string, Situation]>([
    ['a token that a router sends itself', hidden(token2(callData.transfer(stranger, 5n)))],
    ['movements between pools', hidden(enter(pool, {}, token2(callData.transferFrom(coin, stranger, 9n))))],
    ['an approval by a vault', hidden(enter(pool, {}, token2(callData.approve(stranger, MAX_UINT256))))],
    ['the event of that', hidden(enter(token, { logs: [approved(token, pool, stranger, MAX_UINT256)] }))],
    ['a delegatecall of a contract to its library', hidden(enter(stranger, { type: 'DELEGATECALL', input: '0x1234' }))],
    ['a new owner of another contract', hidden(enter(pool, { input: `0xf2fde38b${word(stranger)}` }))],
    [
      'the proxy of an account of the sender',
      {
        to: safe,
        data: wrapInSafe(pool, 0n, '0x'),
        trace: traceOf(
          sender,
          enter(
            safe,
            { input: wrapInSafe(pool, 0n, '0x') },
            enter(stranger, { type: 'DELEGATECALL', input: wrapInSafe(pool, 0n, '0x') }, enter(pool)),
          ),
        ),
      },
    ],
    [
      'what a reverted call did',
      hidden(enter(pool, { error: 'Reverted' }, token2(permit(sender, stranger, MAX_UINT256)))),
    ],
    ['what a static call would do', hidden(enter(token, { type: 'STATICCALL', input: permit(sender, stranger, 5n) }))],
    [
      'what is left of an allowance that is used',
      hidden(
        token2(
          callData.transferFrom(sender, stranger, 5n),
          approved(token, sender, other, 3n),
          moved(token, sender, stranger, 5n),
        ),
      ),
    ],
    [
      'a permit that is used up at once',
      hidden(token2(permit(sender, other, 5n)), token2(callData.transferFrom(sender, stranger, 5n))),
    ],
    [
      'an approval that ends with the transaction',
      hidden(
        token2(permit(sender, stranger, MAX_UINT256), approved(token, sender, stranger, MAX_UINT256)),
        enter(token, { logs: [approved(token, sender, stranger, 0n)] }),
      ),
    ],
    ['an item that is approved to nobody', hidden(enter(token, { logs: [approved(token, sender, nobody, 7n, true)] }))],
    [
      'two tokens for a pool that pays for them',
      hidden(
        token2(callData.transferFrom(sender, pool, 5n), moved(token, sender, pool, 5_000n)),
        enter(coin, { input: callData.transferFrom(sender, pool, 7n) }),
        enter(pool, { logs: [moved(pool, nobody, sender, 5_000n)] }),
      ),
    ],
  ])('%s', (_, situation) => {
    expect(rules(situation)).toEqual([])
  })

  test('what the call data shows already: once', () => {
    const data = wrapInMulticall(callData.approve(stranger, 5n))
    const step = enter(token, {
      type: 'DELEGATECALL',
      input: callData.approve(stranger, 5n),
      logs: [approved(token, sender, stranger, 5n)],
    })
    const situation = { data, trace: traceOf(sender, enter(token, { input: data }, step)) }
    expect(rules(situation)).toEqual([`35 unknown-grant ${stranger} (call data)`])
    const lowered = callData.decreaseAllowance(stranger, 5n)
    const logs = [approved(token, sender, stranger, 95n)]
    expect(rules({ data: lowered, trace: traceOf(sender, enter(token, { input: lowered, logs })) })).toEqual([])
  })
})

test('a larger allowance than the call data shows is found', () => {
  const data = callData.approve(stranger, 5n)
  const trace = traceOf(sender, enter(token, { input: data, logs: [approved(token, sender, stranger, MAX_UINT256)] }))
  expect(rules({ data, trace })).toEqual([`50 unknown-grant ${stranger} (call data)`])
})

test('a permit for one spender does not settle that of another', () => {
  const calls = [token2(permit(sender, stranger, 5n)), token2(callData.transferFrom(sender, pool, 5n))]
  expect(rules(hidden(...calls))).toEqual([`55 unknown-grant ${stranger} (trace)`])
})

test('several tokens for a pool that pays nothing are found', () => {
  const taken = [
    token2(callData.transferFrom(sender, pool, 5n), moved(token, sender, pool, 5_000n)),
    enter(coin, { input: callData.transferFrom(sender, pool, 7n) }),
  ]
  const bulk = [`60 bulk-transfer ${pool} (trace)`]
  expect(rules(hidden(...taken, enter(pool, { logs: [moved(pool, nobody, stranger, 5_000n)] })))).toEqual(bulk)
  // A payment to the sender by somebody else does not make an address that never acts a pool.
  expect(rules(hidden(...taken, pays(coin, stranger, sender, 5_000n)))).toEqual(bulk)
})

describe('an open executor', () => {
  const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
  const pull = (...logs: readonly ReturnType<typeof moved>[]) =>
    enter(token, { input: callData.transferFrom(sender, multicall3, 5_000n), logs })

  test('that keeps tokens is found, one that passes them on is not', () => {
    const data = wrapInAggregate3({ to: other, data: UNREAD })
    const run = (...calls: readonly Enter[]) => ({
      to: multicall3,
      data,
      trace: traceOf(sender, enter(multicall3, { input: data }, enter(other, { input: UNREAD }, ...calls))),
    })
    const left = moved(token, sender, multicall3, 5_000n)
    expect(rules(run(pull(left)))).toContain(`85 open-executor ${multicall3} (built-in list of open executors)`)
    const back = pays(token, multicall3, sender, 5_000n)
    expect(rules(run(pull(left), back)).filter((rule) => rule.includes('open-executor'))).toEqual([])
  })
})

describe('a listed address in the data of inner calls', () => {
  const drainer = '0xd4a1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a6b7c8d9'
  const data = `0x12345678${word(drainer)}`

  test.each<[string, Situation]>([
    ['of an unknown function', hidden(enter(pool, { input: data }))],
    ['of a known function', hidden(enter(pool, { input: callData.approve(drainer, 5n) }))],
    ['of a delegatecall', hidden(enter(pool, { type: 'DELEGATECALL', input: data }))],
    ['of a creation', hidden(enter(pool, { type: 'CREATE', input: `0x73${drainer.slice(2)}ff` }))],
    ['as spender in an event', hidden(enter(pool, { logs: [approved(token, stranger, drainer, 5n)] }))],
  ])('%s is found', (_, situation) => {
    expect(judged({ ...situation, intel: [intel(drainer)] }).combinedScore).toBe(90)
    expect(judged({ ...situation, entries: [block(drainer)] }).valid).toBe(false)
    expect(judged(situation).combinedScore).toBe(0)
  })

  test('beyond the bound is said to be missing, without a finding', () => {
    const digits = Array.from({ length: 2_000 }, (_, index) => word((BigInt(index) + 7n) ** 40n % 2n ** 250n)).join('')
    const { explanation, combinedScore } = judged(hidden(enter(pool, { input: `0x12345678${digits.repeat(17)}` })))
    expect(explanation.missing.map(missingText)).toContain(
      'Not all calls and events of the trace were searched for listed addresses',
    )
    expect(combinedScore).toBe(0)
  })
})

test('a flood of events costs a bounded number of subjects, and is said to be incomplete', () => {
  const logs = Array.from({ length: 8000 }, (_, index) => {
    const spender = `0x${(0xabcdef00n + BigInt(index)).toString(16).padStart(40, '0')}`
    return approved(token, sender, spender, 5n)
  })
  const { explanation, internalAddresses, combinedScore } = judged(hidden(enter(pool, { logs })))
  expect(internalAddresses.length).toBeLessThan(2000)
  expect(explanation.missing.map(missingText)).toContain(
    'Not all calls and events of the trace were searched for listed addresses',
  )
  expect(combinedScore).toBeGreaterThan(0)
})

test('the flat format gives the same actions', () => {
  const calls = [
    token2(permit(sender, stranger, MAX_UINT256)),
    enter(coin, { input: callData.transferFrom(sender, stranger, 7n) }),
    enter(pool, { type: 'DELEGATECALL', input: '0x1234' }, token2(callData.transferFrom(sender, pool, 3n))),
  ]
  const { trace } = hidden(...calls)
  const flat = traceOf(sender, enter(other, { input: UNREAD }, ...calls), { hasLogs: false })
  const actions = (given: typeof trace) => analyze(transaction({ to: other, data: UNREAD }), given).actions
  expect(actions(trace)).toHaveLength(4)
  expect(actions(flat)).toEqual(actions(trace))
  expect(flatOf(flat)).toHaveLength(5)
})

test('any trace is read, and without own accounts in it nothing is found', () => {
  const inputs = fc.constantFrom(
    '0x',
    UNREAD,
    permit(pool, stranger, 5n),
    callData.approve(stranger, 5n),
    callData.transferFrom(pool, stranger, 1n),
    callData.setApprovalForAll(stranger, true),
    `0x3659cfe6${word(stranger)}`,
  )
  const types = fc.constantFrom('CALL', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'SELFDESTRUCT', 'CALLCODE')
  const logs = fc.constantFrom(
    [],
    [moved(token, pool, stranger, 1n)],
    [approved(token, pool, stranger, 5n), operated(token, pool, stranger, true)],
    [{ address: token, topics: [approved(token, pool, stranger, 5n).topics[0] ?? ''], data: '0x12' }],
    [{ address: token, topics: [], data: '0x' }],
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(types, inputs, logs, fc.constantFrom(pool, coin, token)), { maxLength: 20 }),
      (all) => {
        const root = all.reduce<Enter>((inner, [type, input, events, to]) => {
          return enter(to, { type, input, logs: events }, inner)
        }, enter(coin))
        const { trace } = hidden(root)
        const { actions } = analyze(transaction({ to: other, data: UNREAD }), trace)
        expect(actions.map(({ kind }) => kind)).toEqual(['interaction'])
      },
    ),
  )
})
