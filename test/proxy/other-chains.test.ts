import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../src/api/operations/operations.ts'
import { WardenError } from '../../src/shared/errors.ts'
import { holding } from '../support/proxy/holding.ts'
import { call, post } from '../support/proxy/post.ts'
import { signedRaw } from '../support/proxy/raw.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, type StartProxyOptions, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

/** Of a local node, which is not judged. */
const LOCAL = '0x7a69'
const LISTED_ON_BASE = `0x${'ba5e'.repeat(10)}`
const blocked = { code: -32_003, data: { verdict: 'BLOCKED' } }
const allow: StartProxyOptions = { upstream: { chainId: LOCAL }, policy: { whenUnavailable: 'allow' } }

const LISTED_ON_GNOSIS = `0x${'6050'.repeat(10)}`

/** Lists an address on Base alone, and one on a chain that is not built in. */
async function started(options: StartProxyOptions) {
  const proxy = await startProxyForTest(options)
  const entry = { type: 'BLOCK' as const, productType: 'SONAR' as const, address: LISTED_ON_BASE, chainIds: ['8453'] }
  await proxy.client.call('createControlList', { body: entry })
  await proxy.client.call('createControlList', { body: { ...entry, address: LISTED_ON_GNOSIS, chainIds: ['100'] } })
  const ask = async (method: string, params: unknown[]) => (await post(proxy.url, call(method, params))).answer
  return { ...proxy, ask }
}

const domainTypes = {
  chainId: { name: 'chainId', type: 'uint256' },
  verifyingContract: { name: 'verifyingContract', type: 'address' },
}
/** @param chainId undefined: the domain has none */
function permit(chainId: unknown, spender = BLOCKED_ADDRESS, declared = true) {
  const { verifyingContract, ...rest } = domainTypes
  return {
    types: {
      ...(declared && { EIP712Domain: [verifyingContract, ...(chainId === undefined ? [] : [rest.chainId])] }),
      Permit: ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name, index) => ({
        name,
        type: index < 2 ? 'address' : 'uint256',
      })),
    },
    primaryType: 'Permit',
    domain: { verifyingContract: `0x${'bb'.repeat(20)}`, ...(chainId !== undefined && { chainId }) },
    message: { owner: signers[0], spender, value: '5', nonce: 0, deadline: '99999999999' },
  }
}

describe('a message on a node whose chain is not judged', () => {
  test.each([1, '1', '0x1', 8453, undefined])('is judged on the chain of its domain: %s', async (chainId) => {
    const { ask, upstream, proxy } = await started(allow)
    for (const declared of [true, false])
      for (const method of ['eth_signTypedData', 'eth_signTypedData_v3', 'eth_signTypedData_v4']) {
        const typedData = permit(chainId, BLOCKED_ADDRESS, declared)
        for (const given of [typedData, JSON.stringify(typedData)])
          expect((await ask(method, [signers[0], given])).error).toMatchObject(blocked)
      }
    expect(upstream.calls()).toEqual([])
    expect(proxy.tally.worstRefused).toBe('BLOCKED')
  })

  test('is judged on every chain where its domain has none', async () => {
    const { ask, upstream } = await started(allow)
    for (const spender of [LISTED_ON_BASE, LISTED_ON_GNOSIS])
      expect((await ask('eth_signTypedData_v4', [signers[0], permit(undefined, spender)])).error).toMatchObject(blocked)
    expect(upstream.calls()).toEqual([])
  })

  test('whose domain hides its chain is not forwarded', async () => {
    const { ask, upstream } = await started(allow)
    const text = { name: 'chainId', type: 'string' }
    for (const [given, members] of [
      [31_337, [domainTypes.verifyingContract]],
      ['31337', [domainTypes.verifyingContract, text]],
    ] as const) {
      const typedData = permit(given)
      const hidden = { ...typedData, types: { ...typedData.types, EIP712Domain: members } }
      expect((await ask('eth_signTypedData_v4', [signers[0], hidden])).error).toBeDefined()
    }
    expect(upstream.calls()).toEqual([])
  })

  test('passes with a verdict, also where none is forwarded without one', async () => {
    const { ask, proxy } = await started({ upstream: { chainId: LOCAL } })
    expect((await ask('eth_signTypedData_v4', [signers[0], permit(1, ALLOWED_ADDRESS)])).error).toBeUndefined()
    expect(proxy.tally.counts).toMatchObject({ sent: 1, unjudged: 0 })
  })

  test('for a chain that is not judged has no verdict', async () => {
    const { ask, proxy } = await started(allow)
    for (const chainId of [31_337, 777_001, '0xbdb29'])
      expect((await ask('eth_signTypedData_v4', [signers[0], permit(chainId)])).error).toBeUndefined()
    expect(proxy.tally.counts).toMatchObject({ sent: 0, unjudged: 3 })
  })
})

const signature = { yParity: '0x0', r: '0x1', s: '0x1' }
const authorization = (chainId: number, address: string) => ({
  chainId: `0x${chainId.toString(16)}`,
  address,
  nonce: '0x1',
})
/** What brings an authorization, by chain of the node. */
const carriers: Readonly<Record<string, (node: number, chainId: number, address: string) => [string, unknown[]]>> = {
  'a signed transaction': (node, chainId, address) => {
    const list = [{ chainId, address, nonce: 3n, r: `0x${'11'.repeat(32)}`, s: `0x${'11'.repeat(32)}`, yParity: 0 }]
    const raw = signedRaw('eip7702', { chainId: node, to: ALLOWED_ADDRESS, data: '0x', authorizationList: list })
    return ['eth_sendRawTransaction', [raw]]
  },
  'a transaction that the node signs': (_, chainId, address) => {
    const authorizationList = [{ ...authorization(chainId, address), ...signature }]
    return ['eth_sendTransaction', [{ from: signers[0], to: ALLOWED_ADDRESS, value: '0x1', authorizationList }]]
  },
  'a user operation': (_, chainId, address) => {
    const eip7702Auth = { ...authorization(chainId, address), ...signature }
    const operation = { sender: signers[0], nonce: '0x0', callData: '0x', eip7702Auth }
    return ['eth_sendUserOperation', [operation, ALLOWED_ADDRESS]]
  },
}

describe.each(Object.entries(carriers))('an authorization in %s', (_name, carried) => {
  test('is judged on the chains that it counts on, where that of the node is not judged', async () => {
    const { ask, upstream, proxy } = await started(allow)
    const bad: [number, string][] = [
      [0, BLOCKED_ADDRESS],
      [1, BLOCKED_ADDRESS],
      [0, LISTED_ON_BASE],
      [8453, LISTED_ON_BASE],
      [0, LISTED_ON_GNOSIS],
    ]
    for (const each of bad) expect((await ask(...carried(31_337, ...each))).error).toMatchObject(blocked)
    expect(upstream.calls()).toEqual([])
    expect(proxy.tally.worstRefused).toBe('BLOCKED')
    const answer = await ask(...carried(31_337, 31_337, BLOCKED_ADDRESS))
    expect(answer.error).toBeUndefined()
    expect(proxy.tally.counts).toMatchObject({ blocked: bad.length, unjudged: 1 })
  })

  test('is judged on its own chain, where that of the node is another one', async () => {
    const { ask, upstream } = await started({})
    for (const chainId of [0, 8453])
      expect((await ask(...carried(1, chainId, LISTED_ON_BASE))).error).toMatchObject({ code: -32_003 })
    const listed: [number, string][] = [
      [8453, LISTED_ON_BASE],
      [0, LISTED_ON_BASE],
      [0, LISTED_ON_GNOSIS],
    ]
    for (const given of listed) expect((await ask(...carried(1, ...given))).error).toMatchObject(blocked)
    expect(upstream.calls()).toEqual([])
  })
})

test('a delegate that is allowed on every chain passes', async () => {
  const { ask, upstream } = await started({})
  for (const carried of Object.values(carriers).slice(0, 2))
    for (const chainId of [0, 8453]) expect((await ask(...carried(1, chainId, ALLOWED_ADDRESS))).error).toBeUndefined()
  expect(upstream.calls()).toHaveLength(4)
})

test('more authorizations for other chains than are judged at once are refused', async () => {
  const { ask, upstream } = await started(allow)
  const authorizationList = Array.from({ length: 65 }, (_, index) => ({
    ...authorization(0, `0x${String(index).padStart(2, '0').repeat(20)}`),
    ...signature,
  }))
  const { error } = await ask('eth_sendTransaction', [{ from: signers[0], to: ALLOWED_ADDRESS, authorizationList }])
  expect(error?.message).toContain('more other chains')
  expect(upstream.calls()).toEqual([])
})

describe('where only a part can be judged', () => {
  const down = new WardenError({ kind: 'unavailable', code: 'down', message: 'service down' })
  const transfers = [ALLOWED_ADDRESS, BLOCKED_ADDRESS].map(
    (to, index) => signedTransfer({ to, nonce: BigInt(index) }).raw,
  )
  const bundle = (raws: readonly string[]) => ['eth_sendBundle', [{ txs: raws, blockNumber: '0x1' }]] as const

  /** The service does not answer about every second transaction, or hangs. */
  async function half(fault: () => Promise<unknown>, limitMs: number) {
    let request = -1
    const failing = async (id: OperationId) => {
      if (id !== 'validateTransaction') return
      request += 1
      if (request % 2 === 1) await fault()
    }
    const policy = { whenUnavailable: 'allow' } as const
    const started = await holding({}, { request: failing, policy, limitMs })
    // The first question takes longest.
    await started.send('eth_sendTransaction', [{ from: signers[0], to: BLOCKED_ADDRESS }])
    return started
  }

  test.each([
    ['fails', () => Promise.reject(down), 8000],
    ['hangs', () => new Promise(() => undefined), 1000],
  ])('what is refused by it is not forwarded: the rest %s', async (_, fault, limitMs) => {
    const { send, upstream, proxy } = await half(fault, limitMs)
    const [method, params] = bundle(transfers)
    // Nobody approves what is not known.
    expect((await send(method, [...params])).error).toMatchObject({
      code: -32_003,
      data: { verdict: 'BLOCKED', state: 'blocked' },
    })
    expect(upstream.calls()).toEqual([])
    expect(proxy.tally.worstRefused).toBe('BLOCKED')
  })

  test('what is not refused by it has no verdict', async () => {
    const { send, upstream, proxy } = await half(() => Promise.reject(down), 8000)
    const [method, params] = bundle([0n, 1n].map((nonce) => signedTransfer({ to: ALLOWED_ADDRESS, nonce }).raw))
    expect((await send(method, [...params])).error).toBeUndefined()
    expect(upstream.calls()).toHaveLength(1)
    expect(proxy.tally.counts).toMatchObject({ unjudged: 1, sent: 0 })
  })
})

test('what is held with an authorization for other chains passes once it is approved', async () => {
  const { send, approve, arrived } = await holding()
  const [method, params] = carriers['a signed transaction']?.(1, 0, `0x${'de1e'.repeat(10)}`) ?? ['', []]
  const held = await send(method, params)
  expect(held.error?.data).toMatchObject({ state: 'held' })
  await approve(held)
  expect((await send(method, params)).error).toBeUndefined()
  expect((await send(method, params)).error).toBeUndefined()
  expect(arrived()).toHaveLength(1)
})
