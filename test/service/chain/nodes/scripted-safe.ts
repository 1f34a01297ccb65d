import { controlSlots } from '../../../../src/service/evm/control-slots.ts'
import type { NodeAnswer, RpcCall, Upstream } from '../../../support/fault-proxy.ts'

const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
const listOf = (addresses: readonly string[]) => [word(BigInt(addresses.length)), ...addresses.map(word)]

export const SCRIPTED_SINGLETON = '0x7e570000000000000000000000000000000000f1'

export interface ScriptedSafe {
  readonly address: string
  readonly owners: readonly string[]
  readonly threshold: number
}

/** A node that shows a Safe of version 1.4.1 at an address, and answers everything else as before. Its code is no release. */
export function withSafe(upstream: (call: RpcCall) => NodeAnswer | Promise<NodeAnswer>, safe: ScriptedSafe): Upstream {
  const text = `${word(32n)}${word(5n)}${Buffer.from('1.4.1').toString('hex').padEnd(64, '0')}`
  const answers: Readonly<Record<string, string>> = {
    '0xffa1ad74': text,
    '0xa0e67e2b': [word(32n), ...listOf(safe.owners)].join(''),
    '0xe75235b8': word(BigInt(safe.threshold)),
    '0xaffed0e0': word(7n),
    '0xcc2f8452': [word(64n), word(1n), ...listOf([])].join(''),
  }
  return (call) => {
    const [first, second] = call.params as [unknown, unknown]
    const key = safe.address.toLowerCase()
    if (call.method === 'eth_getCode' && [key, SCRIPTED_SINGLETON].includes(String(first))) return { result: '0x6001' }
    if (call.method === 'eth_getStorageAt' && first === key)
      return { result: `0x${word(second === controlSlots.first ? SCRIPTED_SINGLETON : 0n)}` }
    const { to, data } = (call.method === 'eth_call' ? first : {}) as { to?: string; data?: string }
    const answer = to === key ? answers[data?.slice(0, 10) ?? ''] : undefined
    return answer === undefined ? upstream(call) : { result: `0x${answer}` }
  }
}
