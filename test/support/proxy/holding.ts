import type { OperationId } from '../../../src/api/operations/operations.ts'
import type { Hold } from '../../../src/api/schemas/hold.ts'
import type { Client } from '../../../src/client/client.ts'
import type { ProxyPolicy } from '../../../src/proxy/decide/decision.ts'
import { WardenError } from '../../../src/shared/errors.ts'
import { call, post, type RpcAnswer } from './post.ts'
import { startProxyForTest } from './start.ts'

export interface Faults {
  readonly policy?: Partial<ProxyPolicy>
  /** Of a judgement (ms). */
  readonly limitMs?: number
  /** URL of another proxy, instead of a node. */
  readonly before?: string
  /** Operations that the service does not answer. */
  readonly failing?: ReadonlySet<OperationId>
  /** Called with every operation, before the service is asked. */
  readonly request?: (id: OperationId) => unknown
  /** Changes what the service says about a hold. */
  readonly answer?: (hold: Hold) => Hold
  /** For reports when the proxy stops (ms). */
  readonly reportMs?: number
  /** For one answer of the service (ms). */
  readonly holdLimitMs?: number
}

/** A proxy that holds, and its service. */
export async function holding(over: { selfApprove?: boolean; holdForMs?: number } = {}, faults: Faults = {}) {
  const notes: string[] = []
  const hold = {
    holdForMs: over.holdForMs,
    selfApprove: over.selfApprove ?? true,
    note: (line: string) => void notes.push(line),
  }
  const { failing = new Set(), request = () => undefined, answer = (each: Hold) => each } = faults
  const real: { call?: (id: OperationId, ...rest: unknown[]) => Promise<unknown> } = {}
  /** Outcomes are reported in the background. */
  const reports = new Set<Promise<unknown>>()
  const exchange = async (id: OperationId, ...rest: unknown[]) => {
    await request(id)
    if (failing.has(id)) throw new WardenError({ kind: 'unavailable', code: 'down', message: 'service down' })
    const answered = await real.call?.(id, ...rest)
    return id === 'requestHold' ? answer(answered as Hold) : answered
  }
  const faulty = {
    call(id: OperationId, ...rest: unknown[]) {
      const answering = exchange(id, ...rest)
      if (id === 'settleHold') reports.add(answering)
      return answering
    },
  } as unknown as Client
  const started = await startProxyForTest({
    hold,
    client: faulty,
    note: hold.note,
    ...(faults.policy && { policy: faults.policy }),
    ...(faults.limitMs !== undefined && { limitMs: faults.limitMs }),
    ...(faults.reportMs !== undefined && { reportMs: faults.reportMs }),
    ...(faults.holdLimitMs !== undefined && { holdLimitMs: faults.holdLimitMs }),
    ...(faults.before && { upstreams: new Map([['/', new URL(faults.before)]]) }),
  })
  const { client, url, upstream } = started
  real.call = client.call as typeof real.call
  const send = async (method: string, params: unknown[]): Promise<RpcAnswer> =>
    (await post(url, call(method, params))).answer
  const holdIdIn = ({ error }: RpcAnswer) => String(error?.data?.holdId)
  const about = (id: string) => ({ params: { holdId: id } })
  return {
    ...started,
    notes,
    send,
    raw: (raw: string) => send('eth_sendRawTransaction', [raw]),
    approve: (answer: RpcAnswer) => client.call('approveHold', { ...about(holdIdIn(answer)), body: {} }),
    reject: (answer: RpcAnswer) => client.call('rejectHold', { ...about(holdIdIn(answer)), body: {} }),
    hold: async (answer: RpcAnswer): Promise<Hold> => {
      await Promise.allSettled(reports)
      return client.call('getHold', about(holdIdIn(answer)))
    },
    arrived: () => upstream.calls().filter(({ method }) => /send|sign/i.test(method ?? '')),
  }
}
