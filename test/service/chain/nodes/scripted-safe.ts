import { controlSlots } from '../../../../src/service/evm/control-slots.ts'
import type { NodeAnswer, RpcCall, Upstream } from '../../../support/fault-proxy.ts'

const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
const listOf = (addresses: readonly string[]) => [word(BigInt(addresses.length)), ...addresses.map(word)]

export const SCRIPTED_SINGLETON = '0x7e570000000000000000000000000000000000f1'

export interface ScriptedSafe {
  readonly address: string
  readonly owners: readonly string[]
  readonly threshold: number
  /** Default: 1.4.1. */
  readonly version?: string
  /** Default: 7. */
  readonly nonce?: bigint
}

/** A node that shows a Safe as it is now, and answers everything else as before. Its code is no release. */
export function withSafe(upstream: (call: RpcCall) => NodeAnswer | Promise<NodeAnswer>, safe: ScriptedSafe): Upstream {
  const key = safe.address.toLowerCase()
  return (call) => {
    const [first, second] = call.params as [unknown, unknown]
    if (call.method === 'eth_getCode' && [key, SCRIPTED_SINGLETON].includes(String(first))) return { result: '0x6001' }
    if (call.method === 'eth_getStorageAt' && first === key)
      return { result: `0x${word(second === controlSlots.first ? SCRIPTED_SINGLETON : 0n)}` }
    const { to, data } = (call.method === 'eth_call' ? first : {}) as { to?: string; data?: string }
    const answer = to === key ? answerOf(safe, data?.slice(0, 10)) : undefined
    return answer === undefined ? upstream(call) : { result: `0x${answer}` }
  }
}

function answerOf(
  { owners, threshold, version = '1.4.1', nonce = 7n }: ScriptedSafe,
  selector: string | undefined,
): string | undefined {
  if (selector === '0xffa1ad74') {
    const text = Buffer.from(version)
    return `${word(32n)}${word(BigInt(text.length))}${text.toString('hex').padEnd(64, '0')}`
  }
  if (selector === '0xa0e67e2b') return [word(32n), ...listOf(owners)].join('')
  if (selector === '0xe75235b8') return word(BigInt(threshold))
  if (selector === '0xaffed0e0') return word(nonce)
  return selector === '0xcc2f8452' ? [word(64n), word(1n), ...listOf([])].join('') : undefined
}
