import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Capabilities } from '../../../../src/service/chain/nodes/chain-node.ts'
import type { RpcReply } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { type Recorded, recorded, replay } from './recorded.ts'

const ladder: readonly Partial<Capabilities>[] = [
  {},
  { trace: false },
  { simulate: false },
  { simulate: false, trace: false },
  { simulate: false, overrides: false },
]
const recordedNames = ['approval', 'ether', 'payment', 'pill', 'revert'] as const
const garbage = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('0x', '0x1', '0x0', '0xzz', `0x${'f'.repeat(64)}`, `0x${'00'.repeat(64)}`, -1, null),
)

describe('a node that answers anything', () => {
  test('nonsense is unavailable with any capabilities of the node', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ladder), fc.array(garbage, { maxLength: 4 }), (can, replies) => {
        const { simulation } = replay({ ...recorded('payment'), can, replies: replies.map((result) => ({ result })) })
        expect(simulation).toMatchObject({
          changes: [],
          approvals: [],
          claims: [],
          status: 'unavailable',
          method: 'none',
        })
      }),
    )
  })

  test('an answer with something else in one place never throws, and shows nothing where nothing ran', () => {
    const place = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...recordedNames), place, garbage, (name, path, value) => {
        const good = recorded(name)
        const { simulation } = replay({ ...good, replies: changed(good, path, value) })
        if (simulation.status !== 'ok')
          expect(simulation).toMatchObject({ changes: [], approvals: [], differences: [] })
        expect(simulation.reason?.length ?? 0).toBeLessThan(1000)
      }),
      { numRuns: 150 },
    )
  })
})

/** The replies with another value in one place: each number of the path chooses a member. */
function resultIn(reply: RpcReply): unknown {
  return 'result' in reply ? reply.result : undefined
}

function changed({ replies }: Recorded, path: readonly number[], value: unknown): readonly RpcReply[] {
  const put = (json: unknown, [index, ...rest]: readonly number[]): unknown => {
    if (index === undefined || typeof json !== 'object' || json === null) return value
    const entries = Object.entries(json)
    const at = entries.length === 0 ? undefined : entries[index % entries.length]
    if (!at) return value
    const next = put(at[1], rest)
    return Array.isArray(json)
      ? json.map((each, position) => (String(position) === at[0] ? next : each))
      : { ...json, [at[0]]: next }
  }
  return (put(replies.map(resultIn), path) as readonly unknown[]).map((result) => ({ result }))
}
