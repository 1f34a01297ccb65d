import { TRANSFER } from '../../../evm/asset.ts'
import { SELECTOR_LENGTH, word } from '../../../evm/words.ts'
import { argumentsAs } from '../arguments.ts'
import { commandSignatures } from '../signatures.ts'
import {
  callOf,
  type Frame,
  type InnerCall,
  inColumns,
  type NamedCall,
  type Unwrap,
  type UnwrapTable,
} from './inner-call.ts'

/** Routers 2 and 3 of Relay, and the approval proxies that hand them tokens and calls (relayprotocol/relay-periphery, deployments). */
const ROUTER_2 = '0xf5042e6ffac5a625d4e7848e0b01373d8eb9e222'
const ROUTER_3 = '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'
const ofVersion2: readonly string[] = [ROUTER_2, '0xbbbfd134e9b44bfb5123898ba36b01de7ab93d98']

/** Who makes the calls: never another contract with the same functions, which is no account of its caller. */
function routerOf(to: string): string {
  return ofVersion2.includes(to) ? ROUTER_2 : ROUTER_3
}

/** What the router holds is what its caller gave it: the caller makes the payments. */
function madeBy(frame: Frame, { target, value = 0n, data = '0x' }: NamedCall): InnerCall {
  const router = routerOf(frame.to)
  const pays = (token: bigint, rest: string): InnerCall => ({
    actor: frame.actor,
    to: router,
    value: 0n,
    operation: 'command',
    data: `0x${word(token)}${rest}`,
    command: { id: TRANSFER, candidates: commandSignatures('relay', TRANSFER) },
  })
  if (data === '0x') return pays(0n, word(BigInt(target)) + word(value))
  if (data.startsWith(TRANSFER) && value === 0n) return pays(BigInt(target), data.slice(SELECTOR_LENGTH))
  return callOf(router, { target, value, data })
}

const calls: Unwrap = (frame, args) => ({
  calls: argumentsAs<{ calls: readonly NamedCall[] }>(args).calls.map((each) => madeBy(frame, each)),
})

/** What is left goes to each contract by its call, with an allowance: the row says to which. */
const columns: Unwrap = (frame, args) => {
  const { tos, datas } = argumentsAs<{ tos: readonly string[]; datas: readonly string[] }>(args)
  const made = tos.map((target, index) => callOf(routerOf(frame.to), { target, data: datas[index] }))
  return inColumns(made, [tos, datas])
}

const single: Unwrap = (frame, args) => {
  const { to: target, data } = argumentsAs<{ to: string; data: string }>(args)
  return { calls: [callOf(routerOf(frame.to), { target, data })] }
}

export const relayUnwraps: UnwrapTable = {
  '0x30be5567': calls,
  '0xcd6e13f7': calls,
  '0x0a2b8f36': calls,
  '0x33739082': calls,
  '0x3db628f3': calls,
  '0xf80f00fb': calls,
  '0xa0a6ce7f': calls,
  '0xfb68c293': calls,
  '0x30875056': calls,
  '0xf9e4bab4': calls,
  '0x73b7bb2f': columns,
  '0x5d1fe6a2': single,
}
