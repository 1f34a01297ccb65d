import { describe, expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import { type Recorded, recorded, replay } from './recorded.ts'

const alice = '0xb4f53c0cd5cb53745bd1c9b9f008be12da5b1835'
const ether = 10n ** 18n
const unlimited = 2n ** 256n - 1n

function tokenOf({ transaction }: Recorded): string {
  return String(transaction.to).toLowerCase()
}

describe('a simulation of what anvil answered', () => {
  test('an approval stands, and its spender takes the balance in the next block', () => {
    const { simulation, missing } = replay(recorded('approval'))
    expect(simulation).toMatchObject({ status: 'ok', method: 'trace+simulate', isMeasured: true, changes: [] })
    expect(simulation.approvals).toEqual([
      {
        ...{ owner: alice, spender: expect.stringMatching(/^0x[0-9a-f]{40}$/), standard: 'erc20' },
        ...{ token: tokenOf(recorded('approval')), id: undefined },
        ...{ amount: unlimited, kind: 'allowance', takes: 995_010_000_000n },
      },
    ])
    expect(missing).toEqual([])
  })

  test('a payment is a change without the fee, as the event says', () => {
    const { simulation } = replay(recorded('payment'))
    const token = tokenOf(recorded('payment'))
    const change = { owner: alice, standard: 'erc20', token, id: undefined, amount: -250_000_000n }
    expect(simulation).toMatchObject({ changes: [change], claims: [change], approvals: [], differences: [] })
  })

  test('a contract that pays in simulation only is assessed by the realistic block', () => {
    const { simulation } = replay(recorded('pill'))
    expect(simulation.changes).toMatchObject([{ owner: alice, standard: 'native', amount: -ether }])
    expect(simulation.differences).toMatchObject([{ standard: 'native', plain: ether, realistic: -ether }])
  })

  test('a revert says why, and shows no changes', () => {
    const { simulation } = replay(recorded('revert'))
    expect(simulation).toMatchObject({ status: 'reverted', changes: [], approvals: [], claims: [] })
    expect(simulation.reason).toMatch(/^it reverts with “/)
  })
})

type Json = { [name: string]: Json } & Json[] & string

/** Answers of the second trip: in a realistic block, in that of the node, with the gas of a wallet. */
const [REALISTIC, OF_NODE, OF_WALLET] = [3, 4, 5] as const

/** The recorded answers, with one of them changed in place. */
function withAnswer(name: Parameters<typeof recorded>[0], index: number, change: (block: Json, next: Json) => void) {
  const good = recorded(name)
  const [block, next] = good.replies[index] as [Json, Json]
  change(block, next)
  return good
}

/** The runs of the second trip with all gas changed. */
function withAnswers(name: Parameters<typeof recorded>[0], change: (block: Json, index: number) => void) {
  const good = recorded(name)
  for (const index of [REALISTIC, OF_NODE]) change((good.replies[index] as Json)[0] as Json, index)
  return good
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const callAt = (block: Json, index: number) => block.calls?.at(index) as Json

/** The last word of what a call returned: the balance that was read last. */
function addToLastWord(call: Json, amount: bigint): void {
  const data = String(call.returnData)
  const changed = BigInt(`0x${data.slice(-64)}`) + amount
  Object.assign(call, { returnData: `${data.slice(0, -64)}${word(changed)}` })
}

describe('what only some chains do', () => {
  const payment = { standard: 'native', amount: (-3n * ether) / 2n }

  test('a move of native currency that the protocol logs as well counts once (EIP-7708)', () => {
    const doubled = withAnswer('ether', REALISTIC, (block) => {
      const { logs } = callAt(block, 1) as unknown as { logs: object[] }
      logs.push({ ...logs[0], address: '0xfffffffffffffffffffffffffffffffffffffffe' })
    })
    expect(replay(doubled).simulation).toMatchObject({ changes: [payment], claims: [payment] })
    const logged = withAnswer('ether', REALISTIC, (block) => {
      const { logs } = callAt(block, 1) as unknown as { logs: { address: string }[] }
      for (const log of logs) log.address = '0xfffffffffffffffffffffffffffffffffffffffe'
    })
    expect(replay(logged).simulation).toMatchObject({ changes: [payment], claims: [payment] })
  })

  test('a fee beyond the gas is no change: the transfers show what moved', () => {
    const dearer = withAnswer('ether', REALISTIC, (block) => addToLastWord(callAt(block, 2), -70_000_000_000_000n))
    expect(replay(dearer).simulation).toMatchObject({ changes: [payment], differences: [] })
  })

  test('interest of some seconds is no difference, and one per cent is not interest', () => {
    const later = (amount: bigint) => withAnswer('payment', OF_NODE, (block) => addToLastWord(callAt(block, 2), amount))
    const exact = replay(later(-20_000n)).simulation
    expect(exact).toMatchObject({ changes: [{ amount: -250_000_000n }], differences: [] })
    const other = replay(later(-9_000_000n)).simulation
    expect(other.changes).toMatchObject([{ amount: -259_000_000n }])
    expect(other.differences).toMatchObject([{ plain: -259_000_000n, realistic: -250_000_000n }])
  })

  test('a transaction that reverts in one environment only is that of the other, and a difference', () => {
    const reverted = withAnswer('payment', REALISTIC, (block) => {
      Object.assign(callAt(block, 1), { status: '0x0', error: { code: 3, message: 'execution reverted' } })
    })
    const { simulation } = replay(reverted)
    expect(simulation).toMatchObject({ status: 'ok', changes: [{ amount: -250_000_000n }] })
    expect(simulation.differences).toMatchObject([{ plain: -250_000_000n, realistic: 0n }])
  })

  test('a run that has not enough gas with that of a wallet is no difference, and is named', () => {
    const outOfGas = withAnswer('payment', OF_WALLET, (block) => {
      Object.assign(callAt(block, 1), {
        status: '0x0',
        returnData: '0x',
        error: { code: -32_015, message: 'out of gas' },
      })
    })
    const { simulation, missing } = replay(outOfGas)
    expect(simulation).toMatchObject({ changes: [{ amount: -250_000_000n }], differences: [] })
    expect(missing.map(missingText)).toEqual(['Not simulated with the gas of a wallet: out of gas'])
  })

  test('a transaction that takes more with the gas of a wallet is shown so, and a difference', () => {
    const more = withAnswer('payment', OF_WALLET, (block) => addToLastWord(callAt(block, 2), -40_000_000n))
    const { simulation } = replay(more)
    expect(simulation.changes).toMatchObject([{ amount: -290_000_000n }])
    expect(simulation.differences).toMatchObject([{ plain: -250_000_000n, realistic: -290_000_000n }])
  })

  test('a token that leaves by an event of the second run only is a change, and named as not measured', () => {
    const token = `0x${'7e'.repeat(20)}`
    const hidden = withAnswer('payment', REALISTIC, (block) => {
      const { logs } = callAt(block, 1) as unknown as { logs: object[] }
      logs.push({ ...logs[0], address: token, data: `0x${word(5n)}` })
    })
    const { simulation, missing } = replay(hidden)
    expect(simulation.changes).toContainEqual(expect.objectContaining({ token, amount: -5n }))
    expect(missing.map(missingText)).toEqual([`The balances of ${token} could not be read before and after`])
  })
})

test('thousands of events in the name of the sender show the first allowances and changes, and say so', () => {
  const payment = recorded('payment')
  const topic = (digits: string) => `0x${digits.padStart(64, '0')}`
  const owner = topic(payment.transaction.from.slice(2))
  const approvals = Array.from({ length: 8000 }, (_, index) => ({
    address: `0x${'7e'.repeat(20)}`,
    topics: ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', owner, topic(`ab${index}`)],
    data: `0x${word(5n)}`,
  }))
  const items = (from: bigint) => ({
    address: `0x${'7e'.repeat(20)}`,
    topics: ['0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb', owner, owner, topic('1')],
    data: `0x${word(64n)}${word(64n + 32n * 8001n)}${[0n, 1n].map((value) => listOf(value === 0n ? from : undefined)).join('')}`,
  })
  const listOf = (from: bigint | undefined) =>
    word(8000n) +
    Array.from({ length: 8000 }, (_, index) => word(from === undefined ? 1n : from + BigInt(index))).join('')
  const flooded = withAnswers('payment', (block, index) => {
    const { logs } = callAt(block, 1) as unknown as { logs: object[] }
    logs.push(...approvals, items(index === REALISTIC ? 1n : 10_000n))
  })
  const { simulation, missing } = replay(flooded)
  expect([simulation.changes.length, simulation.approvals.length]).toEqual([256, 256])
  expect(simulation.changes).toContainEqual(expect.objectContaining({ amount: -250_000_000n }))
  expect(missing.map(missingText)).toContain('Only the first 256 changes and allowances are shown')
})

describe('a node that fails', () => {
  const failed = { kind: 'failed', message: 'example.org: internal error' } as const

  test('in both trips: unavailable, with its line', () => {
    const { simulation } = replay(recorded('payment'), {}, () => ({ failure: failed }))
    expect(simulation).toMatchObject({
      status: 'unavailable',
      method: 'none',
      reason: 'eth_simulateV1: example.org: internal error',
    })
  })

  test('in the second trip: what the trace shows, not measured', () => {
    const payment = recorded('payment')
    const { simulation, missing } = replay(payment, {}, (result) =>
      payment.replies.indexOf(result) < 2 ? { result } : { failure: failed },
    )
    const changes = [{ amount: -250_000_000n }]
    expect(simulation).toMatchObject({ status: 'ok', method: 'trace', isMeasured: false, changes })
    expect(missing.map(missingText)).toEqual([
      'Balances were not measured: eth_simulateV1: example.org: internal error',
    ])
  })

  test('in the realistic block: the other run counts, and the line says so', () => {
    const payment = recorded('payment')
    const { simulation, missing } = replay(payment, {}, (result) =>
      result === payment.replies[REALISTIC] ? { failure: failed } : { result },
    )
    expect(simulation).toMatchObject({ status: 'ok', changes: [{ amount: -250_000_000n }], differences: [] })
    expect(missing.map(missingText)).toEqual([
      'Not simulated in a realistic block: eth_simulateV1: example.org: internal error',
    ])
  })

  test('without a method that runs it: unavailable', () => {
    const none = { trace: false, simulate: false, overrides: false }
    const { simulation } = replay({ ...recorded('payment'), replies: [] }, none)
    expect(simulation).toMatchObject({ status: 'unavailable', method: 'none' })
  })
})
