import { describe, expect, test } from 'vitest'
import { reentrantCall } from '../../../../src/service/risk/detectors/reentrant-call.ts'
import type { Trace } from '../../../../src/service/risk/trace/trace.ts'
import { processorTime } from '../../../support/processor-time.ts'
import { briefly, coin, detected, friend, signer, somebody } from '../actions-builder.ts'
import { intel, judged, other } from '../situation.ts'
import { enter, moved, pays, traceOf } from '../trace/trace-builder.ts'
import { account, entryPoint, safe } from '../wrapping.ts'

const vault = '0x4a017b2c3d4e5f60718293a4b5c6d7e8f9012345'
const logic = '0x10617c2d3e4f5061728394a5b6c7d8e9f0123456'
/** An attacking contract. */
const attacker = somebody

const found = (trace: Trace) => briefly(reentrantCall)([], { trace })

/** The vault pays `times` times, each time called from within the payment before. */
function paidOver(times: number): ReturnType<typeof enter> {
  const again = times > 1 ? [paidOver(times - 1)] : []
  return enter(vault, {}, enter(attacker, { value: 5n }, ...again))
}

test('attack: A vault is called again while it pays, and pays again', () => {
  const trace = traceOf(signer, enter(attacker, {}, paidOver(2)))
  expect(detected(reentrantCall, [], { trace })).toEqual([
    {
      subCategory: 'reentrancy',
      points: 85,
      hops: 0,
      subject: attacker,
      role: '',
      text: `calls ${vault} again before its first call ends, and the same asset leaves it both times`,
      source: 'trace',
      flip: 'reject; if the calls are known to be honest, add an ALLOW entry for the address',
    },
  ])
})

describe('is found', () => {
  test('once, for any number of rounds', () => {
    expect(found(traceOf(signer, enter(attacker, {}, paidOver(40))))).toEqual([`85 ${attacker}`])
  })

  test('behind a proxy, by its storage', () => {
    const asked = (...inner: ReturnType<typeof enter>[]) =>
      enter(vault, {}, enter(logic, { type: 'DELEGATECALL' }, enter(attacker, { value: 5n }, ...inner)))
    expect(found(traceOf(signer, enter(attacker, {}, asked(asked()))))).toEqual([`85 ${attacker}`])
  })

  test('through a token hook', () => {
    const hook = enter(attacker, {}, enter(vault, {}, pays(coin, vault, attacker, 5n)))
    const trace = traceOf(signer, enter(attacker, {}, enter(vault, {}, pays(coin, vault, attacker, 5n, hook))))
    expect(found(trace)).toEqual([`85 ${attacker}`])
  })

  test('and names the paid address, not a contract in between', () => {
    const account = friend
    const paying = (...again: ReturnType<typeof enter>[]) =>
      enter(vault, {}, enter(account, {}, enter(attacker, { value: 5n }, ...again)))
    expect(found(traceOf(signer, enter(attacker, {}, paying(paying()))))).toEqual([`85 ${attacker}`])
  })

  test('through another function that pays another asset: WARNING', () => {
    const inner = enter(vault, {}, pays(coin, vault, attacker, 5n))
    expect(
      found(traceOf(signer, enter(attacker, {}, enter(vault, {}, enter(attacker, { value: 5n }, inner))))),
    ).toEqual([`60 ${attacker}`])
  })

  test('evasion: The attacker sends a worthless token back during the call: it does not count as payment', () => {
    const inner = enter(vault, {}, pays(coin, vault, attacker, 5n))
    const dust = pays(friend, attacker, vault, 1n)
    const hook = enter(attacker, {}, inner, dust)
    const trace = traceOf(signer, enter(attacker, {}, enter(vault, {}, pays(coin, vault, attacker, 5n, hook))))
    expect(found(trace)).toEqual([`85 ${attacker}`])
  })

  test('inside entry point, account, Safe and multicall', () => {
    const multicall = enter(logic, { type: 'DELEGATECALL' }, enter(attacker, {}, paidOver(2)))
    const wrapped = enter(entryPoint, {}, enter(account, {}, enter(safe, {}, multicall)))
    expect(found(traceOf(signer, wrapped))).toEqual([`85 ${attacker}`])
  })

  test('as an attempt when the second call reverts', () => {
    const refused = enter(vault, { error: 'execution reverted' }, enter(attacker, { value: 5n }))
    const trace = traceOf(signer, enter(attacker, {}, enter(vault, {}, enter(attacker, { value: 5n }, refused))))
    expect(detected(reentrantCall, [], { trace }).map(({ points, text }) => [points, text])).toEqual([
      [45, `tries to call ${vault} again before its first call ends, and the second call reverts`],
    ])
  })
})

describe('ignores', () => {
  test('two payments in sequence', () => {
    const once = enter(vault, {}, enter(attacker, { value: 5n }))
    expect(found(traceOf(signer, enter(attacker, {}, once, once)))).toEqual([])
  })

  test('a static callback', () => {
    const look = enter(vault, { type: 'STATICCALL' })
    expect(found(traceOf(signer, enter(attacker, {}, enter(vault, {}, enter(attacker, { value: 5n }, look)))))).toEqual(
      [],
    )
  })

  test('a callback without transfers', () => {
    const settle = enter(vault, {})
    expect(
      found(traceOf(signer, enter(attacker, {}, enter(vault, {}, enter(attacker, { value: 5n }, settle))))),
    ).toEqual([])
  })

  test('near miss: A repaid flash loan with another loan inside', () => {
    const borrows = enter(vault, {}, pays(coin, vault, attacker, 50n))
    const callback = enter(attacker, {}, pays(friend, attacker, vault, 80n), borrows)
    const loan = enter(vault, {}, pays(coin, vault, attacker, 100n), callback, pays(coin, attacker, vault, 100n))
    expect(found(traceOf(signer, enter(attacker, {}, loan)))).toEqual([])
  })

  test('a router that passes on assets in a callback', () => {
    const router = vault
    const pool = friend
    const first = pays(coin, pool, router, 100n)
    const callback = enter(router, {}, pays(coin, router, pool, 100n))
    const second = enter(pool, { logs: [moved(other, pool, signer, 90n)] }, callback)
    expect(found(traceOf(signer, enter(router, {}, first, second)))).toEqual([])
  })

  test('a contract that calls itself', () => {
    const trace = traceOf(
      signer,
      enter(vault, {}, enter(vault, {}, enter(attacker, { value: 5n })), enter(attacker, { value: 5n })),
    )
    expect(found(trace)).toEqual([])
  })

  test('a fully reverted attack', () => {
    const attack = enter(attacker, { error: 'execution reverted' }, paidOver(2))
    expect(found(traceOf(signer, attack))).toEqual([])
  })

  test('a reverted second call of an address that was not paid', () => {
    const refused = enter(vault, { error: 'execution reverted' })
    expect(found(traceOf(signer, enter(attacker, {}, enter(vault, {}, enter(attacker, {}, refused)))))).toEqual([])
  })

  test('transactions without a trace', () => {
    expect(briefly(reentrantCall)([])).toEqual([])
  })
})

test('a contract entered ten thousand times, a thousand deep, is read quickly', () => {
  let chain = enter(attacker)
  for (let depth = 0; depth < 1000; depth++) chain = enter(depth % 2 ? attacker : vault, { value: 1n }, chain)
  const trace = traceOf(signer, enter(attacker, {}, chain, ...Array.from({ length: 10_000 }, () => enter(vault))))
  expect(processorTime(() => found(trace))).toBeLessThan(1000)
})

test('an attack makes the verdict UNSAFE, and a known router stays SAFE', () => {
  const trace = traceOf(signer, enter(attacker, {}, paidOver(2)))
  const status = (known: object) => {
    const { combinedScore, combinedScoreDetails } = judged({ to: attacker, data: '0xdeadbeef', trace, ...known })
    return `${combinedScore} ${combinedScoreDetails.subCategory}`
  }
  expect(status({})).toBe('85 reentrancy')
  expect(status({ intel: [intel(attacker, { kind: 'protocol', as: ['router'] })] })).toBe('30 reentrancy')
})
