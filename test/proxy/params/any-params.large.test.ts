import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validationRequest } from '../../../src/api/schemas/transaction.ts'
import { typedDataRequest } from '../../../src/api/schemas/typed-data.ts'
import { onlySigns, type ValidatedMethod, validatedMethodNames } from '../../../src/proxy/decide/methods.ts'
import type { SigningRequest } from '../../../src/proxy/params/signing-request.ts'
import { isMalformed, RpcFault } from '../../../src/proxy/rpc/json-rpc.ts'
import { readBody } from '../../../src/proxy/rpc/read-body.ts'
import { recipient, sender, signedRaw } from '../../support/proxy/raw.ts'
import { read } from '../../support/proxy/read.ts'
import { runs } from '../../support/share.ts'

const raw = signedRaw('eip1559')
const tx = {
  from: sender,
  to: recipient,
  value: '0x5',
  data: '0x12',
  nonce: '0x1',
  gas: '0x5208',
  accessList: [{ address: recipient, storageKeys: [`0x${'11'.repeat(32)}`] }],
  authorizationList: [{ chainId: '0x1', address: recipient, nonce: '0x1', yParity: '0x0', r: '0x1', s: '0x1' }],
}
const operation = {
  sender,
  nonce: '0x1',
  callData: '0x12',
  factory: recipient,
  factoryData: '0x12',
  maxFeePerGas: '0x1',
}
const typedData = {
  types: { EIP712Domain: [], Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: {},
  message: { text: 'x', nested: [1, { deep: ['y'] }] },
}

const valid: Readonly<Record<ValidatedMethod, readonly unknown[]>> = {
  eth_sendTransaction: [tx],
  eth_signTransaction: [tx],
  eth_sendRawTransaction: [raw],
  eth_sendRawTransactionSync: [raw, 5],
  eth_sendRawTransactionConditional: [raw, { knownAccounts: { [recipient]: {} }, timestampMax: 5 }],
  eth_sendPrivateTransaction: [
    { tx: raw, maxBlockNumber: '0x1', preferences: { fast: true, privacy: { hints: ['hash'] } } },
  ],
  eth_sendPrivateRawTransaction: [raw, { fast: true }],
  eth_sendBundle: [{ txs: [raw, raw], blockNumber: '0x1', revertingTxHashes: [] }],
  mev_sendBundle: [
    { version: 'v0.1', inclusion: { block: '0x1' }, body: [{ tx: raw }, { bundle: { body: [{ tx: raw }] } }] },
  ],
  eth_sendUserOperation: [operation, recipient],
  wallet_sendCalls: [
    { version: '2.0.0', chainId: '0x1', from: sender, calls: [{ to: recipient, data: '0x12' }], capabilities: {} },
  ],
  personal_sign: ['0x48656c6c6f', sender],
  eth_signTypedData: [sender, typedData],
  eth_signTypedData_v3: [sender, JSON.stringify(typedData)],
  eth_signTypedData_v4: [sender, typedData],
}

/** Params are read, or refused in one line; nothing else is thrown, and what is read fits the service's schemas. */
function readOrRefused(method: ValidatedMethod, params: readonly unknown[]): SigningRequest | undefined {
  try {
    const request = read(method, params)
    for (const part of request.parts) {
      if (part.kind === 'text') continue
      const fits =
        part.kind === 'transaction'
          ? validationRequest().safeParse({ transaction: part.transaction, trackNonce: false })
          : typedDataRequest().safeParse(part.request)
      expect(fits.error?.issues).toBeUndefined()
    }
    return request
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    expect(error.error.message).toMatch(/^(?:invalid params|txwarden blocked this): [\x20-\x7E]{5,250}$/)
    return undefined
  }
}

const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(
    '0x',
    '0X1',
    '',
    '1',
    -0,
    1e21,
    2 ** 53,
    1.5,
    [],
    {},
    null,
    '0x\n',
    { from: sender },
    [[raw]],
    raw.slice(0, 40),
  ),
  fc.string({ unit: 'binary' }),
)

/** A copy in which one value, at any place, is another. */
function changed(value: unknown, path: readonly number[], other: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined || typeof value !== 'object' || value === null) return other
  const keys = Object.keys(value)
  const key = keys[first % (keys.length + 1)] ?? 'more'
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value }
  const next = changed((value as Record<string, unknown>)[key], rest, other)
  if (Array.isArray(copy) && key === 'more') copy.push(next)
  else Object.defineProperty(copy, key, { value: next, enumerable: true, configurable: true, writable: true })
  return copy
}

describe.each(validatedMethodNames)('params of %s', (method) => {
  test('that are right are read', () => {
    const senders = onlySigns(method) ? [] : [sender]
    expect(readOrRefused(method, valid[method])).toMatchObject({ method, senders })
  })

  test('that are anything are read or refused', () => {
    fc.assert(
      fc.property(fc.array(wrong, { maxLength: 3 }), (params) => void readOrRefused(method, params)),
      { numRuns: runs(40) },
    )
  })

  test('that are right but for one value are read or refused', () => {
    const path = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(path, wrong, (where, other) => {
        readOrRefused(method, changed(valid[method], where, other) as unknown[])
      }),
      { numRuns: runs(40) },
    )
  })

  test('that nest deeply or have a number that is none are refused', () => {
    let deep: unknown = []
    for (let depth = 0; depth < 2900; depth += 1) deep = [deep]
    for (const odd of [deep, { deep }, Number.NaN, -0, 0.5, 1e300])
      expect(readOrRefused(method, changed(valid[method], [0, 1], odd) as unknown[])).toBeUndefined()
  })
})

/** Members in the order in which they are written, also several of one name. */
type Pairs = readonly (readonly [name: string, value: unknown])[]

/** As Go's encoding/json finds a member: in any case. The first one counts. */
function lenient(pairs: Pairs, name: string): unknown {
  const fold = (text: string) => text.toUpperCase().toLowerCase()
  return pairs.find(([given]) => fold(given) === name.toLowerCase())?.[1]
}

const oddName = (name: string) =>
  fc.oneof(
    fc.constant(name),
    fc.constant(name.toUpperCase()),
    fc
      .nat({ max: name.length - 1 })
      .map((at) => name.slice(0, at) + name.slice(at, at + 1).toUpperCase() + name.slice(at + 1)),
    fc.constant(name.replace('s', '\u017F')),
    fc.constant(`${name}\u0000`),
    fc.constant(`${name} `),
  )

function mutated(members: Pairs): fc.Arbitrary<Pairs> {
  const another = fc
    .constantFrom(...members)
    .chain(([name]) => fc.tuple(oddName(name), fc.oneof(fc.constantFrom(...members.map(([, value]) => value)), wrong)))
  const added = fc
    .tuple(fc.array(another, { maxLength: 2 }), fc.nat({ max: members.length }))
    .map(([more, at]) => [...members.slice(0, at), ...more, ...members.slice(at)])
  return fc.oneof(
    { weight: 3, arbitrary: added },
    { weight: 1, arbitrary: fc.shuffledSubarray([...members], { minLength: members.length - 1 }) },
  )
}

/** Some letters of names as escapes. */
function written(pairs: Pairs, isEscaped: boolean): string {
  const nameOf = (name: string) =>
    isEscaped
      ? `"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(name.slice(1)).slice(1)}`
      : JSON.stringify(name)
  return `{${pairs.map(([name, value]) => `${nameOf(name)}:${value instanceof Raw ? value.text : JSON.stringify(value)}`).join(',')}}`
}

class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

test('a body means the same to a reader that ignores case and takes the first of equal members', () => {
  const transaction: Pairs = Object.entries({ from: sender, to: recipient, value: '0x5', data: '0x12' })
  const envelope: Pairs = Object.entries({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction' })
  let readBodies = 0
  const property = fc.property(
    mutated(transaction),
    mutated(envelope),
    fc.boolean(),
    fc.nat({ max: 3 }),
    (inner, outer, isEscaped, at) => {
      const params = new Raw(`[${written(inner, isEscaped)}]`)
      const members: Pairs = [...outer.slice(0, at), ['params', params] as const, ...outer.slice(at)]
      let request: SigningRequest
      try {
        const [call] = readBody(new TextEncoder().encode(written(members, isEscaped))).calls
        if (!call || isMalformed(call) || call.method !== 'eth_sendTransaction') return
        request = read('eth_sendTransaction', call.params)
      } catch (error) {
        if (error instanceof RpcFault) return
        throw error
      }
      readBodies += 1
      expect([lenient(members, 'method'), lenient(members, 'params')]).toEqual(['eth_sendTransaction', params])
      const part = request.parts[0]
      if (part.kind !== 'transaction') throw new Error('it is a message')
      const { from, to, value, data } = part.transaction
      expect([from, to, value, data]).toEqual([
        lenient(inner, 'from'),
        lenient(inner, 'to') ?? null,
        lenient(inner, 'value') ?? '0x0',
        lenient(inner, 'data') ?? '0x',
      ])
    },
  )
  fc.assert(property, { numRuns: runs(1500) })
  expect(readBodies).toBeGreaterThan(runs(50))
})
