import { test as base, describe, expect } from 'vitest'
import { policyError } from '../../../src/api/text/policies.ts'
import { answer } from '../../../src/proxy/answer.ts'
import { isCancel } from '../../../src/proxy/decide/cancel.ts'
import { decide, reportUnsent } from '../../../src/proxy/decide/decide.ts'
import type { Decided, ProxyDecision, UpstreamOutcome } from '../../../src/proxy/decide/decision.ts'
import type { PartVerdict, RequestValidation } from '../../../src/proxy/decide/verdicts.ts'
import type { SigningRequest } from '../../../src/proxy/params/signing-request.ts'
import { type RpcCall, RpcFault } from '../../../src/proxy/rpc/json-rpc.ts'
import type { Turns } from '../../../src/shared/time/turns.ts'
import { call } from '../../support/proxy/post.ts'
import { BLOCKED, type RouteDepsOptions, routeDeps, SAFE } from '../../support/proxy/route-deps.ts'
import { ALLOWED_ADDRESS } from '../../support/proxy/start.ts'
import { signedTransfer, signers } from '../../support/proxy/transactions.ts'

const test = base.extend('proxy', () => approving())

const [first = '', second = ''] = signers
const send = (id: number, from = first, more: object = {}): RpcCall => {
  const params = [{ from, to: ALLOWED_ADDRESS, value: '0x1', nonce: `0x${id}`, ...more }]
  return { id, method: 'eth_sendTransaction', params, text: JSON.stringify(call('eth_sendTransaction', params, id)) }
}
const other = (method: string, id: number): RpcCall => ({ id, method, params: [], text: '' })
const never = new AbortController().signal

const all = (...parts: (PartVerdict | null)[]): RequestValidation => ({
  kind: 'validated',
  parts,
  worst: parts.find((part) => part === BLOCKED) ?? SAFE,
})
const nonceOf = ({ parts: [part] }: SigningRequest) =>
  part.kind === 'transaction' ? Number(part.transaction.nonce) : 0

/** With the nonce of the call as its id. */
const verdictsBy =
  (verdicts: readonly RequestValidation[]): RouteDepsOptions['on'] =>
  async (request) =>
    verdicts[nonceOf(request)] ?? all(SAFE)
const isRefused = ({ kind }: ProxyDecision) => kind === 'refuse'

async function decideAll(calls: readonly RpcCall[], options: RouteDepsOptions = {}) {
  const decided: Decided[] = []
  const outcomes: [number, UpstreamOutcome][] = []
  const deps = routeDeps({
    ...options,
    events: {
      decided: (each) => void decided.push(each),
      outcome: (each, outcome) => void outcomes.push([decided.indexOf(each), outcome]),
      ...options.events,
    },
  })
  const decisions = await decide(calls, deps, never)
  return { decisions, decided, outcomes }
}

/** A hold that a person approved, which counts how its approval was used. */
function approving() {
  const log: string[] = []
  const holds: RouteDepsOptions['holds'] = async ({ request }) => {
    const name = String(request.parts[0].kind === 'transaction' && request.parts[0].transaction.nonce)
    return {
      kind: 'approved',
      async use() {
        log.push(`used ${name}`)
        return { kind: 'forward', onOutcome: async (outcome) => void log.push(`${name} ${JSON.stringify(outcome)}`) }
      },
    }
  }
  return { log, holds }
}

describe('an approval', () => {
  test('that was used is given back when a later call of the body fails', async ({ proxy: { log, holds } }) => {
    const fault = new Error('of the test')
    const decided: unknown[] = []
    const deps = routeDeps({
      holds: async (refused, validated, signal) => {
        const decision = await holds?.(refused, validated, signal)
        return refused.request.senders[0] === first && decision
          ? decision
          : { kind: 'approved', use: () => Promise.reject(fault) }
      },
      events: { decided: ({ decision: { kind } }) => void decided.push(kind) },
    })
    const calls = [send(1), send(2, second), other('eth_sign', 3)]
    await expect(decide(calls, deps, never)).rejects.toBe(fault)
    expect(log).toEqual(['used 0x1', '0x1 "unsent"'])
    // What was refused is reported all the same, and once.
    expect(decided).toEqual(['forward', 'refuse'])
    decided.length = 0
    await expect(decide([other('eth_sign', 3), send(2, second)], deps, never)).rejects.toBe(fault)
    expect(decided).toEqual(['refuse'])
  })

  test('is used only after all calls of the body are decided, and never for one that waits for a refused nonce', async ({
    proxy: { log, holds },
  }) => {
    const { decisions } = await decideAll([send(1), send(2)], {
      holds: async (refused, validated, signal) => {
        log.push('requested')
        return (await holds?.(refused, validated, signal)) ?? { kind: 'answer', result: null }
      },
    })
    expect(log).toEqual(['requested', 'requested', 'used 0x1', 'used 0x2'])
    expect(decisions.some(isRefused)).toBe(false)
    const none = approving()
    const denied = await decideAll([send(1), send(2), send(3, second)], {
      holds: async (refused, validated, signal) =>
        validated.worst === BLOCKED && nonceOf(refused.request) === 1
          ? { kind: 'refuse', error: { code: 1, message: 'rejected' } }
          : ((await none.holds?.(refused, validated, signal)) ?? { kind: 'answer', result: null }),
    })
    expect(denied.decisions.map(isRefused)).toEqual([true, true, false])
    expect(none.log).toEqual(['used 0x3'])
  })

  test('that turns out to be used refuses the later sends of its sender, and leaves those of others', async ({
    proxy: { log, holds },
  }) => {
    const { decisions, decided } = await decideAll([send(1), send(2), send(3, second)], {
      holds: async (refused, validated, signal) => {
        const decision = (await holds?.(refused, validated, signal)) ?? { kind: 'answer', result: null }
        if (nonceOf(refused.request) !== 1) return decision
        return { kind: 'approved', use: async () => ({ kind: 'refuse', error: { code: 1, message: 'used' } }) }
      },
    })
    expect(decisions.map(isRefused)).toEqual([true, true, false])
    expect(log).toEqual(['used 0x3'])
    expect(decided[0]?.validation).toBeDefined()
    // It is refused for another one, and not for a verdict of its own.
    expect(decided[1]?.validation).toBeUndefined()
    expect(decided[1]?.request).toBeDefined()
  })

  test('is not used once the client left', async ({ proxy: { log, holds } }) => {
    const client = new AbortController()
    const deps = routeDeps({
      holds: async (refused, validated, signal) => {
        client.abort()
        return (await holds?.(refused, validated, signal)) ?? { kind: 'answer', result: null }
      },
    })
    await expect(decide([send(1)], deps, client.signal)).rejects.toThrow('aborted')
    expect(log).toEqual([])
  })
})

describe('a policy of the service', () => {
  const by = (combinedScore: number, ...results: readonly ('deny' | 'hold')[]): PartVerdict => {
    const policies = results.map((result) => ({
      policy: result,
      mode: 'enforce' as const,
      clause: '',
      result,
      text: '',
    }))
    const error = policyError(policies)
    const explanation = { reasons: [], missing: [], policies }
    return { ...BLOCKED, result: { valid: false, combinedScore, ...(error && { error }), explanation } }
  }
  const dear = { gas: '0x5208', gasPrice: '0x9' }
  const holds = async () => ({ kind: 'answer', result: 'held' }) as const

  test.each<[string, PartVerdict[], isForAll: boolean, held: boolean, more?: object]>([
    ['that holds is asked about', [by(0, 'hold')], false, true],
    ['that denies is not', [by(0, 'deny')], true, false],
    ['that denies beats one that holds', [by(0, 'hold', 'deny')], true, false],
    ['that denies a part beats one that holds another', [by(0, 'hold'), by(0, 'deny')], true, false],
    ['that holds what its verdict refuses as well is not, without --hold', [by(100, 'hold')], false, false],
    ['that holds what its verdict refuses as well is asked about with --hold', [by(100, 'hold')], true, true],
    ['that holds what costs too much is not, without --hold', [by(0, 'hold')], false, false, dear],
    ['that holds what costs too much is asked about with --hold', [by(0, 'hold')], true, true, dear],
    ['that is not there leaves what a verdict refuses to --hold', [BLOCKED], false, false],
    ['that is not there leaves what costs too much to --hold', [SAFE], true, true, dear],
  ])('%s', async (_what, parts, isForAll, isHeld, more) => {
    const deps = routeDeps({ on: async () => all(...parts), holds, policy: { maxFees: { other: 5n } } })
    const decisions = await decide([send(1, first, more)], { ...deps, holds: { ...deps.holds, isForAll } }, never)
    expect(decisions).toMatchObject([isHeld ? { kind: 'answer', result: 'held' } : { kind: 'refuse' }])
  })

  test('refuses also where every verdict passes, and where nothing is known of another part', async () => {
    const policy = { lowestRefused: undefined, whenUnavailable: 'allow' } as const
    const known = { kind: 'validated', parts: [by(0, 'deny'), null], worst: by(0, 'deny') } as const
    for (const verdict of [all(by(0, 'deny')), { kind: 'unavailable', why: 'it is down', next: null, known } as const])
      expect((await decideAll([send(1)], { policy, on: async () => verdict })).decisions.map(isRefused)).toEqual([true])
  })
})

describe('a hold', () => {
  test.each<[string, (typeof SAFE | null)[], boolean]>([
    ['is requested where all parts have a verdict', [BLOCKED], true],
    ['is not requested where a part has none: who approves sees all parts', [BLOCKED, null], false],
    ['is not requested for what passes', [SAFE], false],
  ])('%s', async (_what, parts, isHeld) => {
    let requested = 0
    const { decisions } = await decideAll([send(1)], {
      on: async () => all(...parts),
      holds: async () => {
        requested += 1
        return { kind: 'answer', result: 'held' }
      },
    })
    expect(requested).toBe(isHeld ? 1 : 0)
    expect(decisions).toMatchObject([
      isHeld ? { kind: 'answer', result: 'held' } : { kind: parts.includes(BLOCKED) ? 'refuse' : 'forward' },
    ])
  })

  test('is not requested for a text, which a person cannot approve', async () => {
    const text: RpcCall = { id: 1, method: 'personal_sign', params: ['0x68656c6c6f', first], text: '' }
    const { decisions } = await decideAll([text], { holds: () => Promise.reject(new Error('it is requested')) })
    expect(decisions.map(isRefused)).toEqual([true])
  })

  test('tells of what was sent before also behind a refused one of its sender', async () => {
    const { decisions, decided } = await decideAll([other('eth_sendRawTransaction', 3), send(1), send(2, first)], {
      on: verdictsBy([all(SAFE), all(BLOCKED), all(SAFE)]),
      holds: async () => ({ kind: 'answer', result: 'held' }),
    })
    expect(decisions.map(({ kind }) => kind)).toEqual(['refuse', 'answer', 'refuse'])
    // The last one is refused for the first one, and not for a verdict of its own.
    expect(decided.map(({ validation }) => validation?.kind)).toEqual([undefined, 'validated', undefined])
    expect(decided[2]?.request).toBeDefined()
  })

  test('is not requested where all is observed', async () => {
    const { decisions, decided } = await decideAll([send(1)], {
      policy: { observe: true },
      holds: () => Promise.reject(new Error('it is requested')),
    })
    expect(decisions).toMatchObject([{ kind: 'forward' }])
    expect(decided[0]?.observed).toMatchObject({ data: { verdict: 'BLOCKED' } })
  })

  test('of what is known where the service has no verdict on the rest is not requested, and it is refused by that', async () => {
    const known = { kind: 'validated', parts: [BLOCKED, null], worst: BLOCKED } as const
    const on = async (): Promise<RequestValidation> => ({ kind: 'unavailable', why: 'it is down', next: null, known })
    const refused = await decideAll([send(1)], { on, holds: () => Promise.reject(new Error('it is requested')) })
    expect(refused.decisions).toMatchObject([{ kind: 'refuse', error: { data: { verdict: 'BLOCKED' } } }])
    const passing = await decideAll([send(1)], { on, policy: { lowestRefused: undefined, whenUnavailable: 'allow' } })
    expect(passing.decided).toMatchObject([
      { decision: { kind: 'forward' }, withoutVerdict: 'there is no verdict: it is down' },
    ])
  })
})

describe('without a verdict', () => {
  const on = async (): Promise<RequestValidation> => ({
    kind: 'unavailable',
    why: 'it is down',
    next: 'txwarden doctor',
  })

  test('a call is refused, with the command that says more', async () => {
    const { decisions } = await decideAll([send(1)], { on })
    expect(decisions).toMatchObject([
      { error: { message: expect.stringMatching(/there is no verdict: it is down\. txwarden doctor$/) } },
    ])
  })

  test('it says so where it is forwarded, and only there', async () => {
    const policy = { whenUnavailable: 'allow' } as const
    const whyOf = async (options: RouteDepsOptions) =>
      (await decideAll([send(1)], options)).decided.map(({ withoutVerdict }) => withoutVerdict)
    expect(await whyOf({ on, policy })).toEqual(['there is no verdict: it is down'])
    expect(await whyOf({ on })).toEqual([undefined])
    expect(await whyOf({ on: async () => all(SAFE), policy })).toEqual([undefined])
    expect(await whyOf({ on: async () => ({ kind: 'cancel' }), policy })).toEqual([undefined])
  })

  test('what the service refuses to read is refused with that, and known', async () => {
    const fault = new RpcFault(-32_602, 'unreadable')
    const { decisions, decided } = await decideAll([send(1), { ...send(2, second), params: [] }], {
      on: () => Promise.reject(fault),
    })
    expect(decisions).toMatchObject([{ kind: 'refuse', error: fault.error }, { kind: 'refuse' }])
    expect(decided.map(({ request }) => request?.senders)).toEqual([[first], undefined])
  })

  test('it is stored before it is forwarded, where that is allowed; not where all is observed', async () => {
    const stored: string[] = []
    const events = { unvalidated: async (_request: unknown, why: string) => void stored.push(why) }
    const policy = { whenUnavailable: 'allow' } as const
    expect((await decideAll([send(1)], { on, policy, events })).decisions).toMatchObject([{ kind: 'forward' }])
    expect(stored).toEqual(['it is down'])
    await decideAll([send(1)], { on, policy: { ...policy, observe: true }, events })
    expect(stored).toHaveLength(1)
    const full = { unvalidated: () => Promise.reject(new Error('disk full')) }
    await expect(decideAll([send(1)], { on, policy, events: full })).rejects.toThrow('disk full')
  })

  test('fees above the limit are refused all the same, and so is what waits for a refused nonce', async () => {
    const policy = { whenUnavailable: 'allow', maxFees: { other: 5n } } as const
    const dear = send(1, first, { gas: '0x5208', gasPrice: '0x9' })
    expect((await decideAll([dear], { on, policy })).decisions).toMatchObject([
      { error: { data: { code: 'fee-limit' } } },
    ])
    const blockedFirst = verdictsBy([all(SAFE), all(BLOCKED)])
    const { decisions } = await decideAll([send(1), send(2)], {
      policy: { whenUnavailable: 'allow' },
      on: async (request) => {
        const verdict = await blockedFirst?.(request)
        return verdict?.kind === 'validated' && verdict.worst === BLOCKED ? verdict : on()
      },
    })
    expect(decisions.map(isRefused)).toEqual([true, true])
  })
})

describe('an internal error', () => {
  const fault = new Error('of the test')
  const on = () => Promise.reject(fault)

  test('ends the body', async () => {
    await expect(decideAll([send(1)], { on })).rejects.toBe(fault)
  })

  test('ends the body of a client that left also where all is observed', async () => {
    const client = new AbortController()
    const deps = routeDeps({
      policy: { observe: true },
      on: () => {
        client.abort()
        return on()
      },
      events: { fault: () => undefined },
    })
    await expect(decide([send(1)], deps, client.signal)).rejects.toBe(fault)
  })

  test('is reported where all is observed, and the call is forwarded', async () => {
    const faults: unknown[] = []
    const { decided } = await decideAll([send(1)], {
      on,
      policy: { observe: true },
      events: { fault: (error) => void faults.push(error) },
    })
    expect(faults).toEqual([fault])
    expect(decided).toMatchObject([{ decision: { kind: 'forward' }, observed: { code: -32_003 } }])
  })
})

describe('the outcome of a call', () => {
  test('is reported where it was validated, with the call', async () => {
    const { decisions, outcomes } = await decideAll([other('eth_call', 1), send(2)], { on: async () => all(SAFE) })
    for (const decision of decisions)
      if (decision.kind === 'forward') await decision.onOutcome?.({ result: decisions.indexOf(decision) })
    expect(outcomes).toEqual([[1, { result: 1 }]])
  })

  test('is that nothing was sent, for all that were forwarded', async () => {
    const { decisions, outcomes } = await decideAll([send(1), other('eth_call', 2), send(3, second)], {
      on: async () => all(SAFE),
    })
    await reportUnsent(decisions)
    expect(outcomes).toEqual([
      [0, 'unsent'],
      [2, 'unsent'],
    ])
  })
})

describe('a verdict', () => {
  test('is requested when it is its turn, on the chain of the node', async () => {
    const steps: (() => void)[] = []
    const chains: unknown[] = []
    const deps = routeDeps({
      upstream: { chainId: async () => '10' },
      verdicts: { turns: { add: (step: () => void) => void steps.push(step) } as Turns },
      on: async ({ parts: [part] }) => {
        chains.push(part.kind === 'transaction' && part.transaction.chainId)
        return all(SAFE)
      },
    })
    const decisions = decide([send(1)], deps, never)
    await expect.poll(() => steps.length).toBe(1)
    expect(chains).toEqual([])
    steps[0]?.()
    expect(await decisions).toMatchObject([{ kind: 'forward' }])
    expect(chains).toEqual(['10'])
  })

  test('is about the page that asks, and about a cancel as the code of its sender makes it', async () => {
    const requests: SigningRequest[] = []
    const checked: SigningRequest[] = []
    const deps = routeDeps({
      policy: { maxFees: { other: 5n } },
      upstream: {
        senderCode: {
          checked: async (request) => {
            checked.push(request)
            return request
          },
        },
      },
      on: async (request) => {
        requests.push(request)
        return all(SAFE)
      },
    })
    const cancel = { to: first, value: '0x0', data: '0x', gas: '0x5208' }
    const calls = [
      send(1),
      send(2, first, { ...cancel, gasPrice: '0x0' }),
      send(3, first, { ...cancel, gasPrice: '0x9' }),
    ]
    const decisions = await decide(calls, { ...deps, site: 'https://app.example' }, never)
    expect(requests.map(({ site }) => site)).toEqual(calls.map(() => 'https://app.example'))
    expect(checked).toHaveLength(2)
    // One that costs too much is no cancel: a person who approves it needs a verdict.
    expect(requests.map(isCancel)).toEqual([false, true, false])
    expect(decisions.map(isRefused)).toEqual([false, false, true])
    await decide([send(1)], deps, never)
    expect(requests.at(-1)).not.toHaveProperty('site')
  })

  test('is not requested for a client that left, and does not count after that', async () => {
    const client = new AbortController()
    let requested = 0
    const on = async () => {
      requested += 1
      client.abort()
      return all(SAFE)
    }
    for (const _time of ['during', 'before'])
      await expect(decide([send(1)], routeDeps({ on }), client.signal)).rejects.toThrow('aborted')
    expect(requested).toBe(1)
  })

  test('on what a method only simulates sends nothing: its answer is of no send, and its refusal blocks none', async () => {
    const raw = signedTransfer({ to: ALLOWED_ADDRESS }).raw
    const simulated: RpcCall = {
      id: 9,
      method: 'eth_callBundle',
      params: [{ txs: [raw], blockNumber: '0x1' }],
      text: '',
    }
    const passed = await decideAll([simulated], { on: async () => all(SAFE) })
    expect(passed.decided).toStrictEqual([{ method: 'eth_callBundle', decision: { kind: 'forward' } }])
    const { decisions, decided } = await decideAll([simulated, send(1)], {
      on: async ({ method }) => all(method === 'eth_callBundle' ? BLOCKED : SAFE),
      holds: () => Promise.reject(new Error('it is requested')),
    })
    expect(decisions.map(isRefused)).toEqual([true, false])
    expect(decided[0]?.request?.senders).toEqual([])
    expect(decided[0]?.validation).toBeDefined()
  })
})

test('a request that is none is refused with its error', async () => {
  const error = { code: -32_600, message: 'invalid request' }
  const { decided } = await decideAll([{ id: 1, error, given: 5 } as unknown as RpcCall])
  expect(decided).toEqual([{ method: null, decision: { kind: 'refuse', error } }])
})

describe('requests with one id in a batch', () => {
  test('are refused where they send, and forwarded where they read', async () => {
    const { decisions } = await decideAll(
      [send(1), send(1, second), other('eth_call', 1), other('eth_call', 1), send(4, second)],
      {
        on: async () => all(SAFE),
      },
    )
    expect(decisions.map(isRefused)).toEqual([true, true, false, false, true])
    expect(decisions[0]).toMatchObject({ error: { code: -32_600 } })
    const { decisions: single } = await decideAll([send(1)], { on: async () => all(SAFE) })
    expect(single.map(isRefused)).toEqual([false])
    // Without an id no answer is asked for; null is an id.
    const withIds = async (...ids: (null | undefined)[]) => {
      const calls = ids.map((id, at) => ({ ...send(at), id }))
      return (await decideAll(calls, { on: async () => all(SAFE) })).decisions.map(isRefused)
    }
    expect(await withIds(undefined, undefined)).toEqual([false, false])
    expect(await withIds(undefined, null)).toEqual([false, false])
    expect(await withIds(undefined, null, null)).toEqual([false, true, true])
  })
})

test('at most eight calls of a body are validated at once', async () => {
  let running = 0
  let most = 0
  const { decisions } = await decideAll(
    Array.from({ length: 30 }, (_, at) => send(at)),
    {
      on: async () => {
        running += 1
        most = Math.max(most, running)
        for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
        running -= 1
        return all(SAFE)
      },
    },
  )
  expect(decisions).toHaveLength(30)
  expect(most).toBe(8)
})

test('an allowed method is forwarded where it carries nothing, and validated where it does', async () => {
  const policy = { allowedMethods: ['relay_*'] }
  const carrying: RpcCall = { ...other('relay_send', 1), params: [send(1).params[0], '0x'] }
  const { decided } = await decideAll([other('relay_send', 1), carrying], { policy })
  expect(decided).toMatchObject([
    { decision: { kind: 'forward' }, withoutVerdict: 'forwarded as --allow-method says so' },
    { decision: { kind: 'forward' } },
  ])
  // It leaves no later send waiting.
  const { decisions } = await decideAll([other('relay_send', 1), send(2)], { policy, on: async () => all(SAFE) })
  expect(decisions.map(isRefused)).toEqual([false, false])
})

test('an approval that was used is given back when nothing is forwarded, as the client left', async ({
  proxy: { log, holds },
}) => {
  const client = new AbortController()
  const deps = routeDeps({ holds, events: { decided: () => client.abort() } })
  const answered = answer(Buffer.from(send(1).text), [], deps, client.signal)
  await expect(answered).rejects.toThrow('aborted')
  expect(log).toEqual(['used 0x1', '0x1 "unsent"'])
})
