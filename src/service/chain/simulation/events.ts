import { dataOf } from '../../../shared/evm-json.ts'
import { isRecord } from '../../../shared/json.ts'
import { ZERO_ADDRESS } from '../../evm/words.ts'
import { NATIVE_CURRENCY } from '../../risk/actions/actions.ts'
import { liveFrames } from '../../risk/trace/live-frames.ts'
import { type Movement, movementsIn, nativeMovementOf, wrappingsIn } from '../../risk/trace/movements.ts'
import type { FrameLog, Trace } from '../../risk/trace/trace.ts'

/** EIP-7708: the protocol itself logs transfers of the native currency. */
const SYSTEM = '0xfffffffffffffffffffffffffffffffffffffffe'

/** Polygon: its balances are those of the native currency, and it logs fees as well. */
const POLYGON_NATIVE = '0x0000000000000000000000000000000000001010'

/** No tokens: `traceTransfers` of eth_simulateV1, EIP-7708 and Polygon log moves of the native currency under them. */
export const nativeEmitters: ReadonlySet<string> = new Set([NATIVE_CURRENCY, SYSTEM, POLYGON_NATIVE])

const MAX_LOGS = 20_000

/**
 * Logs of an answer of a node, the first ones: a transaction can have 40,000, and must not fail the simulation by them.
 * Undefined for anything that is not a list of logs.
 */
export function readLogs(value: unknown): readonly FrameLog[] | undefined {
  if (!Array.isArray(value)) return undefined
  const logs = value.slice(0, MAX_LOGS).map(logOf)
  return logs.every((log) => log !== undefined) ? logs : undefined
}

function logOf(json: unknown): FrameLog | undefined {
  if (!isRecord(json) || !Array.isArray(json.topics) || json.topics.length > 4) return undefined
  const address = dataOf(json.address)
  const data = dataOf(json.data)
  const topics = json.topics.map(dataOf)
  if (address?.length !== 42 || data === undefined) return undefined
  return topics.every((topic) => topic?.length === 66) ? { address, data, topics: topics as string[] } : undefined
}

/** Events of frames that last. */
export function logsOf(trace: Trace): readonly FrameLog[] {
  return Array.from(liveFrames(trace.root, () => false)).flatMap(({ frame }) => frame.logs)
}

/** Movements by frames and their events. */
export function movementsOfTrace(trace: Trace): readonly Movement[] {
  return Array.from(liveFrames(trace.root, () => false)).flatMap(({ frame }) => {
    return [nativeMovementOf(frame) ?? [], movementsIn(frame), wrappingsIn(frame)].flat()
  })
}

/**
 * Movements by events, those of the native currency by one emitter only: with EIP-7708, `traceTransfers` shows each twice
 * (Nethermind #13048).
 */
export function movementsOf(logs: readonly FrameLog[]): readonly Movement[] {
  const emitter = logs.some(({ address }) => address === NATIVE_CURRENCY) ? NATIVE_CURRENCY : SYSTEM
  const movements = logs.flatMap((log): Movement[] => {
    if (!nativeEmitters.has(log.address)) return movementsIn({ logs: [log] })
    if (log.address !== emitter) return []
    return movementsIn({ logs: [log] }).map((movement) => ({ ...movement, standard: 'native', asset: '' }))
  })
  return [...movements, ...wrappingsOf(logs, movements)]
}

/** Deposit(address,uint256) and Withdrawal(address,uint256) of wrapped native currency. */
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/** Native currency that is wrapped or unwrapped: only where as much of it goes to the emitter, or comes from it. */
function wrappingsOf(logs: readonly FrameLog[], movements: readonly Movement[]): Movement[] {
  const paid = movements.filter(({ standard }) => standard === 'native')
  return logs.flatMap(({ address: asset, topics: [event, owner = ''], data }): Movement[] => {
    if ((event !== DEPOSIT && event !== WITHDRAWAL) || owner.length !== 66 || data.length !== 66) return []
    const amount = BigInt(data)
    const isPaid = paid.some((each) => each.amount === amount && (event === DEPOSIT ? each.to : each.from) === asset)
    if (!isPaid) return []
    const holder = `0x${owner.slice(-40)}`
    const [from, to] = event === DEPOSIT ? [ZERO_ADDRESS, holder] : [holder, ZERO_ADDRESS]
    return [{ standard: 'erc20', asset, from, to, amount }]
  })
}
