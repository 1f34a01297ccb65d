import type { Log } from '../../../../src/service/evm/logs.ts'
import type { CallFrame, Trace } from '../../../../src/service/risk/trace/trace.ts'
import { word } from '../call-data.ts'

/** Builds call traces. */

interface Outline {
  readonly type?: CallFrame['type']
  readonly value?: bigint
  readonly input?: string
  readonly error?: string
  readonly logs?: readonly Log[]
}

/** A call of `to`; the enclosing frame sets the caller. */
export type Enter = (from: string) => CallFrame

export function enter(to: string, outline: Outline = {}, ...calls: readonly Enter[]): Enter {
  const { type = 'CALL', value = 0n, input = '0x', error, logs = [] } = outline
  const context = type === 'DELEGATECALL' ? undefined : to
  return (from) => ({
    type,
    from,
    to,
    value,
    input,
    error,
    logs,
    calls: calls.map((inner) => inner(context ?? from)),
  })
}

export function traceOf(from: string, root: Enter, about: Partial<Trace> = {}): Trace {
  return { root: root(from), incomplete: false, hasLogs: true, ...about }
}

/** An ERC-20 Transfer event. */
export function moved(token: string, from: string, to: string, amount: bigint): Log {
  return {
    address: token,
    topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', `0x${word(from)}`, `0x${word(to)}`],
    data: `0x${word(amount)}`,
  }
}

/** An Approval event: of an amount, or of an ERC-721 item. */
export function approved(token: string, owner: string, spender: string, amountOrId: bigint, isItem = false): Log {
  const topics = [
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    `0x${word(owner)}`,
    `0x${word(spender)}`,
  ]
  const last = `0x${word(amountOrId)}`
  return isItem ? { address: token, topics: [...topics, last], data: '0x' } : { address: token, topics, data: last }
}

/** An ApprovalForAll event. */
export function operated(token: string, owner: string, operator: string, isAllowed: boolean): Log {
  return {
    address: token,
    topics: [
      '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
      `0x${word(owner)}`,
      `0x${word(operator)}`,
    ],
    data: `0x${word(isAllowed ? 1n : 0n)}`,
  }
}

/** A transfer call of a token, with its event. */
export function pays(token: string, from: string, to: string, amount: bigint, ...hooks: readonly Enter[]): Enter {
  return enter(token, { logs: [moved(token, from, to, amount)] }, ...hooks)
}

const flatTypes = {
  CALL: 'call',
  DELEGATECALL: 'delegatecall',
  STATICCALL: 'staticcall',
  CALLCODE: 'callcode',
} as const

/** The list that trace_transaction gives. */
export function flatOf({ root }: Trace): object[] {
  const list: object[] = []
  const add = ({ type, from, to, value, input, error, calls }: CallFrame, traceAddress: readonly number[]) => {
    const amount = `0x${value.toString(16)}`
    const common = { ...(error && { error }), traceAddress, subtraces: calls.length }
    if (type === 'CALL' || type === 'DELEGATECALL' || type === 'STATICCALL' || type === 'CALLCODE')
      list.push({ type: 'call', action: { callType: flatTypes[type], from, to, value: amount, input }, ...common })
    else if (type === 'SELFDESTRUCT')
      list.push({ type: 'suicide', action: { address: from, refundAddress: to, balance: amount }, ...common })
    else {
      const action = { from, value: amount, init: input, creationMethod: type.toLowerCase() }
      list.push({ type: 'create', action, result: { address: to }, ...common })
    }
    for (const [index, inner] of calls.entries()) add(inner, [...traceAddress, index])
  }
  add(root, [])
  return list
}
