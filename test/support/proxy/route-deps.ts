import type { Holds, ProxyEvents, ProxyPolicy, RouteDeps, RouteUpstream } from '../../../src/proxy/decide/decision.ts'
import type { PartVerdict, RequestValidation, Verdicts } from '../../../src/proxy/decide/verdicts.ts'
import type { SigningRequest } from '../../../src/proxy/params/signing-request.ts'
import { Turns } from '../../../src/shared/time/turns.ts'

const result: PartVerdict['result'] = { valid: false, combinedScore: 100 }
export const BLOCKED: PartVerdict = { verdict: 'BLOCKED', result, svcTxId: null, explain: null }
export const SAFE: PartVerdict = { ...BLOCKED, verdict: 'SAFE', result: { valid: true, combinedScore: 0 } }

export interface RouteDepsOptions {
  readonly policy?: Partial<ProxyPolicy>
  readonly upstream?: Partial<RouteUpstream>
  /** Default: each request is BLOCKED. */
  readonly on?: (request: SigningRequest) => Promise<RequestValidation>
  readonly verdicts?: Partial<Verdicts>
  readonly holds?: Holds['decide']
  readonly events?: Partial<ProxyEvents>
}

/** What the calls of a path are decided with, where a test says only what it is about. */
export function routeDeps({ policy, upstream, on, verdicts, holds, events }: RouteDepsOptions = {}): RouteDeps {
  const unreachable = () => Promise.reject(new Error('nothing is forwarded'))
  return {
    policy: { lowestRefused: 'UNSAFE', observe: false, whenUnavailable: 'fail', allowedMethods: [], ...policy },
    upstream: {
      host: 'node.test',
      forward: unreachable,
      read: unreachable,
      chainId: async () => '1',
      senderCode: { checked: async (request) => request },
      ...upstream,
    },
    verdicts: {
      turns: new Turns(),
      on: on ?? (async () => ({ kind: 'validated', parts: [BLOCKED], worst: BLOCKED })),
      refused: () => undefined,
      ...verdicts,
    },
    holds: { isForAll: holds !== undefined, decide: holds ?? unreachable },
    events: {
      decided: () => undefined,
      outcome: () => undefined,
      unanswered: () => undefined,
      receipt: () => undefined,
      unvalidated: async () => undefined,
      fault: (error) => {
        throw error
      },
      ...events,
    },
  }
}
