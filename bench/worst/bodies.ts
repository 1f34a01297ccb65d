import type * as z from 'zod'
import { type OperationId, operation } from '../../src/api/operations/operations.ts'
import { MAX_BODY_BYTES } from '../../src/service/http/parse-request.ts'
import { Random } from '../detection/random.ts'
import { bytes, call, list, type Part, tuple, word } from '../detection/words.ts'

/** Bodies that are as expensive as a request allows, by what they are made of. */
export type Bodies = Readonly<Record<string, () => string>>

/** Listed as malicious: each is a finding. */
export const listed: readonly string[] = addressesOf(20_000)

function addressesOf(count: number): string[] {
  const random = new Random(5)
  return Array.from({ length: count }, () => random.address())
}

/** Its addresses are listed. */
class Listed extends Random {
  #next = 0

  override address(): string {
    return listed[this.#next++ % listed.length] ?? ''
  }
}

const from = `0x${'12'.repeat(20)}`
const to = `0x${'34'.repeat(20)}`
const MULTICALL = '0xac9650d8'
const AGGREGATE3 = '0x82ad56cb'
const TRANSFER_EVENT = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL_EVENT = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const WITHDRAWAL_EVENT = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/** The largest body that `make` gives for a number of items, below the limit of a body. */
function largest(make: (count: number) => string): string {
  const [small, more] = [make(2_000).length, make(4_000).length]
  const count = Math.max(1, Math.floor(2_000 + ((MAX_BODY_BYTES - small) * 2_000) / (more - small)))
  for (let tried = count; ; tried -= Math.ceil(tried / 100)) {
    const body = make(tried)
    if (Buffer.byteLength(body) <= MAX_BODY_BYTES) return body
  }
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function transaction(data: string, more: object = {}, target: string | null = to): string {
  return JSON.stringify({ transaction: { chainId: '1', from, to: target, data }, trackNonce: false, ...more })
}

/** Call data of as many items as a body holds. */
function calls(make: (random: Random, count: number) => string, target: string | null = to): () => string {
  return () => largest((count) => transaction(make(new Listed(7), count), {}, target))
}

const approve = (random: Random) => call('0x095ea7b3', word(random.address()), word(2n ** 256n - 1n))
const pay = (random: Random) => call('0xa9059cbb', word(random.address()), word(random.next()))
const unknown = (random: Random) => `0x${random.hex(4)}`
const inMulticall = (...data: readonly string[]) => call(MULTICALL, list(...data.map(bytes)))
const step = (target: string, data: string): Part => tuple(word(target), word(0), bytes(data))
const packed = (random: Random, data: string) =>
  `00${random.hex(20)}${word(0).digits}${word((data.length - 2) / 2).digits}${data.slice(2)}`

function nested(data: string, depth: number): string {
  return depth === 0 ? data : nested(inMulticall(data), depth - 1)
}

export const callData: Bodies = {
  'unknown function, random bytes': calls((random, count) => unknown(random) + random.hex(count)),
  'unknown function, zeros': calls((random, count) => unknown(random) + '00'.repeat(count)),
  'creation, random code': calls((random, count) => `0x${random.hex(count)}`, null),
  'unknown function, calls inside': calls(
    (random, count) => unknown(random) + times(count, () => bytes(approve(random)).digits).join(''),
  ),
  'unknown function, calls inside calls': calls((random, count) =>
    call(unknown(random), ...times(count, () => bytes(nested(approve(random), 8)))),
  ),
  'multicall of approvals': calls((random, count) => inMulticall(...times(count, () => approve(random)))),
  'multicall of payments': calls((random, count) => inMulticall(...times(count, () => pay(random)))),
  'multicall of unknown functions': calls((random, count) => inMulticall(...times(count, () => unknown(random)))),
  'multicall of nothing': calls((_, count) => inMulticall(...times(count, () => '0x'))),
  'multicalls 15 deep of approvals': calls((random, count) =>
    nested(inMulticall(...times(count, () => approve(random))), 14),
  ),
  'multicalls of multicalls': calls((random, count) => inMulticall(...times(count, () => nested(approve(random), 4)))),
  'aggregate3 of approvals of tokens': calls((random, count) =>
    call(AGGREGATE3, list(...times(count, () => step(random.address(), approve(random))))),
  ),
  'aggregate3 of unknown functions': calls((random, count) =>
    call(AGGREGATE3, list(...times(count, () => step(random.address(), unknown(random) + random.hex(32))))),
  ),
  'multiSend of approvals': calls((random, count) =>
    call('0x8d80ff0a', bytes(times(count, () => packed(random, approve(random))).join(''))),
  ),
  disperseEther: calls((random, count) =>
    call('0xe63d38ed', list(...times(count, () => word(random.address()))), list(...times(count, () => word(1)))),
  ),
  safeBatchTransferFrom: calls((random, count) =>
    call(
      '0x2eb2c2d6',
      ...[word(from), word(random.address())],
      ...[list(...times(count, () => word(random.next()))), list(...times(count, () => word(1))), bytes('')],
    ),
  ),
  'swap with a long path': calls((random, count) =>
    call(
      '0x38ed1739',
      ...[word(1), word(0), list(...times(count, () => word(random.address()))), word(random.address()), word(1)],
    ),
  ),
  'permit2 batch': calls((random, count) =>
    call(
      '0x2a2d80d1',
      word(from),
      tuple(
        list(...times(count, () => tuple(word(random.address()), word(99), word(99), word(1)))),
        word(random.address()),
        word(1),
      ),
      bytes('aa'.repeat(65)),
    ),
  ),
  '256 authorizations': () =>
    transaction('0x', {
      transaction: {
        chainId: '1',
        from,
        to,
        authorizations: times(256, (index) => ({
          chainId: '1',
          nonce: '1',
          address: `0x${String(index).padStart(40, 'a')}`,
        })),
      },
    }),
}

function traced(make: (random: Random, count: number) => object, data = '0x'): () => string {
  const random = () => new Listed(11)
  return () => largest((count) => transaction(data, { trace: make(random(), count) }))
}

const root = (calls: readonly unknown[], more: object = {}) => ({ type: 'CALL', from, to, calls, ...more })
const topic = (address: string) => `0x${word(address).digits}`
const event = (random: Random, name: string, owner: string) => ({
  address: random.address(),
  topics: [name, topic(owner), topic(random.address())],
  data: `0x${word(5).digits}`,
})

function chain(count: number, make: (index: number, calls: readonly unknown[]) => object): object[] {
  let below: object[] = []
  for (let index = count; index > 0; index--) below = [make(index, below)]
  return below
}

export const traces: Bodies = {
  'smallest frames': traced((_, count) => root(times(count, () => ({ type: 'CALL', from, to })))),
  'smallest creations': traced((_, count) => root(times(count, () => ({ type: 'CREATE', from })))),
  'frames to different addresses': traced((random, count) =>
    root(times(count, () => ({ type: 'CALL', from: to, to: random.address() }))),
  ),
  'payments of the sender': traced((random, count) =>
    root(times(count, () => ({ type: 'CALL', from, to: random.address(), value: '0x1' }))),
  ),
  approvals: traced((random, count) =>
    root(times(count, () => ({ type: 'CALL', from: to, to: random.address(), input: approve(random) }))),
  ),
  'approvals of the sender': traced((random, count) =>
    root([
      {
        type: 'DELEGATECALL',
        from: to,
        to: random.address(),
        calls: times(count, () => ({ type: 'CALL', from, to: random.address(), input: approve(random) })),
      },
    ]),
  ),
  'unknown functions': traced((random, count) =>
    root(times(count, () => ({ type: 'CALL', from: to, to: random.address(), input: `0x${random.hex(40)}` }))),
  ),
  'multicalls in frames': traced((random, count) =>
    root(times(count, () => ({ type: 'CALL', from: to, to, input: inMulticall(...times(8, () => approve(random))) }))),
  ),
  'one frame with random input': traced((random, count) =>
    root([{ type: 'CALL', from: to, to: random.address(), input: `0x${random.hex(4 + count)}` }]),
  ),
  'transfers by events': traced((random, count) =>
    root([], { logs: times(count, () => event(random, TRANSFER_EVENT, from)) }),
  ),
  'approvals by events': traced((random, count) =>
    root([], { logs: times(count, () => event(random, APPROVAL_EVENT, from)) }),
  ),
  'withdrawals and payments': traced((random, count) =>
    root(
      times(count, () => ({ type: 'CALL', from: to, to: from, value: '0x7' })),
      {
        logs: times(count, () => event(random, WITHDRAWAL_EVENT, from)),
      },
    ),
  ),
  'smallest events': traced((_, count) => root([], { logs: times(count, () => ({ address: to })) })),
  '1,000 deep, two contracts in turn': traced((random, count) =>
    root(
      chain(Math.min(count, 1_000), (index, calls) => ({
        type: 'CALL',
        from: index % 2 ? to : from,
        to: index % 2 ? from : to,
        value: '0x1',
        calls: [
          ...times(Math.floor(count / 1_000), () => ({ type: 'CALL', from: to, to: random.address() })),
          ...calls,
        ],
      })),
    ),
  ),
  '1,000 deep, different contracts': traced((random, count) =>
    root(
      chain(Math.min(count, 1_000), (_, calls) => ({
        type: 'CALL',
        from: random.address(),
        to: random.address(),
        value: '0x1',
        calls: [
          ...times(Math.floor(count / 1_000), () => ({ type: 'CALL', from: to, to: random.address() })),
          ...calls,
        ],
      })),
    ),
  ),
  delegatecalls: traced((random, count) =>
    root(times(count, () => ({ type: 'DELEGATECALL', from: to, to: random.address(), input: '0x' }))),
  ),
  'flat list': () =>
    largest((count) => {
      const frame = (traceAddress: readonly number[]) => ({ type: 'call', action: { from, to }, traceAddress })
      return transaction('0x', { trace: [frame([]), ...times(count, (index) => frame([index]))] })
    }),
}

const member = (name: string, type: string) => ({ name, type })

function message(
  types: object,
  primaryType: string,
  make: (random: Random, count: number) => object,
  more: object = {},
): () => string {
  const domain = { name: 'x', chainId: 1, verifyingContract: to }
  return () =>
    largest((count) =>
      JSON.stringify({ from, typedData: { types, primaryType, domain, message: make(new Listed(3), count), ...more } }),
    )
}

const permitted = {
  PermitBatch: [member('details', 'PermitDetails[]'), member('spender', 'address'), member('sigDeadline', 'uint256')],
  PermitDetails: [
    member('token', 'address'),
    member('amount', 'uint160'),
    member('expiration', 'uint48'),
    member('nonce', 'uint48'),
  ],
}

export const messages: Bodies = {
  'permits of 500 tokens': message(permitted, 'PermitBatch', (random, count) => ({
    details: times(Math.min(count, 500), () => ({ token: random.address(), amount: '1', expiration: 1, nonce: 1 })),
    spender: to,
    sigDeadline: '1',
  })),
  numbers: message({ A: [member('a', 'uint256[]')] }, 'A', (_, count) => ({
    a: times(Math.min(count, 16_000), (index) => 2 ** 40 + index),
  })),
  'large numbers': message({ A: [member('a', 'uint256[]')] }, 'A', (random, count) => ({
    a: times(Math.min(count, 14_000), () => `0x${random.hex(30)}`),
  })),
  addresses: message({ A: [member('a', 'address[]')] }, 'A', (random, count) => ({
    a: times(Math.min(count, 2_000), () => random.address()),
  })),
  texts: message({ A: [member('a', 'string[]')] }, 'A', (random, count) => ({
    a: times(Math.min(count, 16_000), () => random.hex(30)),
  })),
  'one text': message({ A: [member('a', 'string')] }, 'A', (random, count) => ({ a: random.hex(count) })),
  bytes: message({ A: [member('a', 'bytes[]')] }, 'A', (random, count) => ({
    a: times(Math.ceil(count / 1000), () => `0x${random.hex(1000)}`),
  })),
  calls: message({ A: [member('a', 'bytes[]')] }, 'A', (random, count) => ({ a: times(count, () => approve(random)) })),
  multicalls: message({ A: [member('a', 'bytes[]')] }, 'A', (random, count) => ({
    a: times(Math.ceil(count / 1000), () => inMulticall(...times(1000, () => approve(random)))),
  })),
  'unsigned members': message({ A: [member('a', 'uint256')] }, 'A', (random, count) => ({
    a: 1,
    b: times(count, () => random.address()),
  })),
  'unsigned numbers': message({ A: [member('a', 'uint256')] }, 'A', (_, count) => ({
    a: 1,
    b: times(count, () => String(2n ** 100n)),
  })),
  structs: message(
    { A: [member('a', 'B[]')], B: [member('x', 'address'), member('y', 'uint256')] },
    'A',
    (_, count) => ({ a: times(Math.min(count, 5_000), () => ({ x: to, y: 1 })) }),
  ),
  'unused types': message(
    {
      A: [member('a', 'uint256')],
      ...Object.fromEntries(times(255, (index) => [`T${index}`, times(8, (each) => member(`m${each}`, 'uint256'))])),
    },
    'A',
    (_, count) => ({ a: 1, b: 'x'.repeat(count) }),
  ),
  'types that hold each other': message(
    Object.fromEntries(
      times(128, (index) => [
        `T${index}`,
        [
          ...times(14, (each) => member(`m${each}`, `T${Math.min(index + 1 + each, 127)}`)).slice(
            0,
            index === 127 ? 0 : 14,
          ),
          member('v', 'uint256'),
        ],
      ]),
    ),
    'T126',
    (_, count) => ({ ...Object.fromEntries(times(14, (each) => [`m${each}`, { v: 1 }])), v: 1, z: 'x'.repeat(count) }),
  ),
  'a type of 2,000 members': message(
    { A: times(2_000, (index) => member(`m${index}`, 'uint256')) },
    'A',
    (_, count) => ({ ...Object.fromEntries(times(2_000, (index) => [`m${index}`, 1])), z: 'x'.repeat(count) }),
  ),
}

/** Shapes that JSON allows in a member, as large as a body. */
const shapes: Readonly<Record<string, (room: number) => string>> = {
  'numbers in a list': (room) => `[${times(Math.floor(room / 2) - 1, () => '1').join()}]`,
  'texts in a list': (room) => `[${times(Math.floor(room / 5), () => '"aa"').join()}]`,
  'a long text': (room) => `"${'a'.repeat(room - 2)}"`,
  'lists in lists': (room) => '['.repeat(Math.floor(room / 2)) + ']'.repeat(Math.floor(room / 2)),
  'many members': (room) =>
    `{${times(Math.floor(room / 11), (index) => `"${String(index).padStart(6, '0')}":1`).join()}}`,
  'objects in objects': (room) => '{"a":'.repeat(Math.floor(room / 6)) + 1 + '}'.repeat(Math.floor(room / 6)),
  'objects in a list': (room) => `[${times(Math.floor(room / 3) - 1, () => '{}').join()}]`,
}

/** Every shape in every member of a body, nested ones too, beside a member that no schema has. */
export function shapesOf(id: OperationId): Bodies {
  const schema = operation(id).body?.()
  if (schema === undefined) return {}
  const places = [...membersOf(schema), ['unknown']]
  return Object.fromEntries(
    places.flatMap((path) =>
      Object.entries(shapes).map(([shape, make]) => [
        `${path.join('.')}: ${shape}`,
        () => {
          const [start, end] = [path.map((name) => `{"${name}":`).join(''), '}'.repeat(path.length)]
          return start + make(MAX_BODY_BYTES - start.length - end.length) + end
        },
      ]),
    ),
  )
}

function membersOf(schema: z.ZodType, path: readonly string[] = []): string[][] {
  const def = (schema as unknown as { def: { type: string; innerType?: z.ZodType; shape?: Record<string, z.ZodType> } })
    .def
  if (def.innerType !== undefined) return membersOf(def.innerType, path)
  if (def.type !== 'object') return path.length > 0 ? [[...path]] : []
  return Object.entries(def.shape ?? {}).flatMap(([name, member]) => membersOf(member, [...path, name]))
}
