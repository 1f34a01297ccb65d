import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checksummed } from '../../src/api/address.ts'
import { isAddition, type KeyKind } from '../../src/api/operations/operation.ts'
import { type OperationId, operation, operationIds } from '../../src/api/operations/operations.ts'
import { problem } from '../../src/api/problems.ts'
import { faultAgainstDocument } from './against-document.ts'
import {
  ADDRESSES,
  CHAIN_WITH_NODE,
  CHECKSUMMED,
  PERMIT2,
  randomAddress,
  randomDigest,
  SAFE_ON_NODE,
  USDC,
  unknownId,
} from './samples.ts'
import type { Answer, Target } from './target.ts'

/** Calls operations of a target and checks responses against the schemas of the contract. */
class Caller {
  readonly #target: Target
  readonly exercised = new Set<OperationId>()
  /** With 200, and checked against the OpenAPI document. */
  readonly answered = new Set<OperationId>()

  constructor(target: Target) {
    this.#target = target
  }

  /** Calls an operation and returns the response, with any status. */
  async send(id: OperationId, input: SendInput = {}): Promise<Answer> {
    const row = operation(id)
    this.exercised.add(id)
    const path = Object.entries(input.params ?? {}).reduce(
      (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
      row.path,
    )
    const product: Record<string, string> = id === 'validateTransaction' ? { 'x-validation-product': 'SONAR' } : {}
    const answer = await this.raw(row.method, path + (input.query ?? ''), {
      key: input.key === undefined ? row.key : input.key,
      headers: { ...product, ...input.headers },
      ...(input.body !== undefined && { body: input.body }),
    })
    if (this.#target.isOurs) {
      expect(faultAgainstDocument(id, input.body, answer), id).toBeUndefined()
      if (answer.status === 200) this.answered.add(id)
    }
    return answer
  }

  async raw(method: string, path: string, options: RawOptions = {}): Promise<Answer> {
    const key =
      options.key && (options.key in this.#target.keys ? this.#target.keys[options.key as KeyKind] : options.key)
    return this.#target.send({
      method,
      path,
      headers: {
        ...(key && { 'x-api-key': key }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body:
        typeof options.body === 'string' || options.body === undefined ? options.body : JSON.stringify(options.body),
    })
  }

  /** The same; the response must be 200 and match the output schema. */
  async ok<T = Record<string, unknown>>(id: OperationId, input: SendInput = {}): Promise<T> {
    const answer = await this.send(id, input)
    expect(answer, answer.body).toMatchObject({ status: 200 })
    const { output } = operation(id)
    if (!output) {
      expect(answer.body).toBe('')
      return undefined as T
    }
    const value: unknown = JSON.parse(answer.body)
    expect(output().safeParse(value).error).toBeUndefined()
    return value as T
  }

  /** The response must be a problem with this status and code. */
  async refused(
    id: OperationId,
    status: number,
    code: string,
    input: SendInput = {},
  ): Promise<Record<string, unknown>> {
    return asProblem(await this.send(id, input), status, code)
  }
}

interface RawOptions {
  /** A kind of key, a key itself, or null for none. */
  readonly key?: KeyKind | string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface SendInput extends RawOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
}

function asProblem(answer: Answer, status: number, code: string): Record<string, unknown> {
  expect(answer.headers['content-type']).toContain('application/problem+json')
  const body = JSON.parse(answer.body) as Record<string, unknown>
  expect(problem().safeParse(body).error).toBeUndefined()
  expect(body).toMatchObject({ status, code, type: `urn:txwarden:problem:${code}` })
  expect(answer.status).toBe(status)
  return body
}

const transaction = (over: Record<string, unknown> = {}) => ({
  chainId: '1',
  from: ADDRESSES.sender,
  to: randomAddress(),
  value: '1000',
  ...over,
})

const validation = (over: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) => ({
  transaction: transaction(over),
  trackNonce: false,
  ...rest,
})

interface ValidationAnswer extends Record<string, unknown> {
  readonly valid: boolean
  readonly combinedScore: number
  readonly svcTxId: string
  readonly payload?: string
  readonly error?: string
}

/**
 * Behavior of every server of the interface. Runs over the in-process service, over HTTP, and over a
 * hosted service when its keys are in the environment. Uses random addresses and removes its data.
 */
export function describeContract(name: string, open: () => Promise<Target>): void {
  describe(`the contract, ${name}`, () => {
    let target: Target
    let caller: Caller
    beforeAll(async () => {
      target = await open()
      caller = new Caller(target)
    })
    afterAll(() => target?.close())

    describe('validation', () => {
      test('an unknown transaction is valid, scores 0, and has three categories', async () => {
        const result = await caller.ok<ValidationAnswer>('validateTransaction', { body: validation() })
        const nothing = { value: 0, category: '', subCategory: '', subCategoryDescription: '', hops: 0 }
        expect(result).toMatchObject({
          valid: true,
          combinedScore: 0,
          scoreDetails: { fraud: nothing, cyber: nothing, compliance: nothing },
          controlLists: [],
        })
        expect(result).not.toHaveProperty('error')
        expect(result).not.toHaveProperty('payload')
        expect(result).not.toHaveProperty('explanation')
      })

      test('a blocked address makes it invalid, with an error sentence and the entry', async () => {
        const to = randomAddress()
        const { controlListId } = await caller.ok<{ controlListId: string }>('createControlList', {
          body: { address: to, type: 'BLOCK', productType: 'SONAR' },
        })
        const result = await caller.ok<ValidationAnswer>('validateTransaction', { body: validation({ to }) })
        expect(result).toMatchObject({
          valid: false,
          combinedScore: 100,
          combinedScoreDetails: { value: 100, category: 'compliance', subCategory: 'blockedAddress', hops: 0 },
          controlLists: [{ id: controlListId, type: 'BLOCK', chainIds: [] }],
          error: expect.stringMatching(/^The recipient 0x.*\.$/),
        })
        await caller.ok('deleteControlList', { params: { controlListId } })
        expect(await caller.ok('validateTransaction', { body: validation({ to }) })).toMatchObject({ valid: true })
      })

      test('an address inside a token transfer is an internal address, and blocks too', async () => {
        const recipient = randomAddress()
        const { controlListId } = await caller.ok<{ controlListId: string }>('createControlList', {
          body: { address: recipient, type: 'BLOCK', productType: 'SONAR', chainIds: ['1'] },
        })
        const data = `0xa9059cbb${recipient.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
        const internal = (result: ValidationAnswer) =>
          result.internalAddressesWithMaxScore as { address: string; maxScore: number }[]
        const blocked = await caller.ok<ValidationAnswer>('validateTransaction', { body: validation({ data }) })
        expect(blocked.valid).toBe(false)
        expect(internal(blocked).map(({ address, maxScore }) => [address.toLowerCase(), maxScore])).toEqual([
          [recipient, 100],
        ])

        const elsewhere = await caller.ok<ValidationAnswer>('validateTransaction', {
          body: validation({ data, chainId: '10', value: '0' }),
        })
        expect(elsewhere.valid).toBe(true)
        await caller.ok('deleteControlList', { params: { controlListId } })
      })

      test('an entry of the other product does not count', async () => {
        const to = randomAddress()
        const { controlListId } = await caller.ok<{ controlListId: string }>('createControlList', {
          body: { address: to, type: 'BLOCK', productType: 'RASP' },
        })
        expect(await caller.ok('validateTransaction', { body: validation({ to }) })).toMatchObject({ valid: true })
        expect(
          await caller.ok('validateTransaction', {
            body: validation({ to }),
            headers: { 'x-validation-product': 'RASP' },
          }),
        ).toMatchObject({ valid: false })
        await caller.ok('deleteControlList', { params: { controlListId } })
      })

      test('v1 returns its own members only, and deprecation headers', async () => {
        const answer = await caller.send('validateTransactionV1', { body: validation() })
        expect(answer.status).toBe(200)
        expect(Object.keys(JSON.parse(answer.body) as object).sort()).toEqual([
          'combinedScore',
          'combinedScoreDetails',
          'svcTxId',
          'valid',
        ])
        expect(JSON.parse(answer.body)).not.toHaveProperty('combinedScoreDetails.hops')
        expect(answer.headers).toMatchObject({
          deprecation: expect.stringMatching(/^@\d+$/),
          link: '</api/v2/transaction/validate>; rel="successor-version"',
        })
      })

      test('a payload of 192 bytes is returned on request only', async () => {
        const signed = await caller.ok<ValidationAnswer>('validateTransaction', {
          body: validation({}, { signTransaction: true }),
        })
        expect(signed.payload).toMatch(/^0x[0-9a-f]{384}$/)
      })

      test('the slot header selects what is signed, and adds payloadSlot', async () => {
        const withSlot = `0x12345678${'20'.padStart(64, '0')}${'0'.repeat(64)}`
        const sign = (slot: string | undefined, data: string, id: OperationId = 'validateTransaction') =>
          caller.ok<ValidationAnswer>(id, {
            body: validation({ data }, { signTransaction: true }),
            headers: slot === undefined ? {} : { 'x-txwarden-payload-slot': slot },
          })
        for (const id of ['validateTransaction', 'validateTransactionV1'] as const) {
          expect(await sign(undefined, withSlot, id)).not.toHaveProperty('payloadSlot')
          expect(await sign('auto', withSlot, id)).toMatchObject({ payloadSlot: 'used' })
          expect(await sign('yes', withSlot, id)).toMatchObject({ payloadSlot: 'used' })
          expect(await sign('no', withSlot, id)).toMatchObject({ payloadSlot: 'none' })
          expect(await sign('auto', '0x12345678', id)).toMatchObject({ payloadSlot: 'none' })
        }
        const refused = { body: validation({ data: '0x12345678' }, { signTransaction: true }) }
        for (const slot of ['yes', 'perhaps'])
          await caller.refused('validateTransaction', 400, 'invalid-header', {
            ...refused,
            headers: { 'x-txwarden-payload-slot': slot },
          })
        expect(
          await caller.ok('validateTransaction', {
            body: validation({ data: '0x12345678' }),
            headers: { 'x-txwarden-payload-slot': 'yes' },
          }),
        ).not.toHaveProperty('payload')
      })

      test('without a node there is a verdict, unless a simulation is required', async ({ skip }) => {
        if (!target.isOurs) skip()
        const body = validation({ to: randomAddress() })
        const judge = (headers: Record<string, string>) =>
          caller.ok<ValidationAnswer>('validateTransaction', { body, headers: { prefer: 'explain', ...headers } })
        for (const mode of ['auto', 'no'])
          for (const member of ['simulation', 'chainCoverage'])
            expect(await judge({ 'x-txwarden-simulate': mode })).not.toHaveProperty(member)
        const answer = await caller.send('validateTransaction', { body, headers: { 'x-txwarden-simulate': 'yes' } })
        asProblem(answer, 503, 'simulation-unavailable')
        expect(answer.headers).not.toHaveProperty('retry-after')
        await caller.refused('validateTypedData', 503, 'simulation-unavailable', {
          body: { chainId: '1', from: randomAddress(), typedData: { chainId: 1, address: randomAddress(), nonce: 0 } },
          headers: { 'x-txwarden-simulate': 'yes' },
        })
      })

      test('the chain headers are checked', async ({ skip }) => {
        if (!target.isOurs) skip()
        const body = validation({ to: randomAddress() })
        const accepted: Record<string, string>[] = [
          { 'x-txwarden-block': '25310112' },
          { 'x-txwarden-block': `0x${'aB'.repeat(32)}` },
          { 'x-txwarden-chain-timeout': '50' },
          { 'x-txwarden-chain-timeout': '10000' },
        ]
        for (const headers of accepted) await caller.ok('validateTransaction', { body, headers })
        const refused: Record<string, string>[] = [
          { 'x-txwarden-simulate': 'perhaps' },
          { 'x-txwarden-block': 'latest' },
          { 'x-txwarden-block': `0x${'ab'.repeat(31)}` },
          { 'x-txwarden-block': '-1' },
          { 'x-txwarden-chain-timeout': '49' },
          { 'x-txwarden-chain-timeout': '10001' },
          { 'x-txwarden-chain-timeout': '2s' },
          { 'x-txwarden-node': 'n'.repeat(201) },
          // There is none of this name, with or without nodes.
          { 'x-txwarden-node': 'any' },
        ]
        for (const headers of refused)
          await caller.refused('validateTransaction', 400, 'invalid-header', { body, headers })
      })

      test('tracked nonces count up per sender and contract, untracked ones are 0', async () => {
        const to = randomAddress()
        const nonceOf = (result: ValidationAnswer) => BigInt(`0x${result.payload?.slice(2 + 33 * 2, 2 + 65 * 2)}`)
        const sign = (trackNonce: boolean) =>
          caller.ok<ValidationAnswer>('validateTransaction', {
            body: validation({ to }, { signTransaction: true, trackNonce }),
          })
        expect(nonceOf(await sign(true))).toBe(1n)
        expect(nonceOf(await sign(true))).toBe(2n)
        expect(nonceOf(await sign(false))).toBe(0n)
        expect(nonceOf(await sign(true))).toBe(3n)
      })

      test('a contract creation is validated without a recipient', async () => {
        for (const to of ['', null, undefined])
          expect(await caller.ok('validateTransaction', { body: validation({ to, data: '0x6001' }) })).toMatchObject({
            valid: true,
          })
      })

      test('without recipient and call data it creates a contract without code: no data, which is not safe', async ({
        skip,
      }) => {
        if (!target.isOurs) skip()
        for (const over of [{ to: undefined }, { to: '', data: '0x' }, { to: null, data: '' }])
          expect(
            await caller.ok('validateTransaction', { body: validation(over), headers: { prefer: 'explain' } }),
          ).toMatchObject({ valid: true, combinedScore: 0, coverage: 'none' })
      })

      test.each([
        ['a chain that is not there', { chainId: '4' }, 'transaction.chainId'],
        ['no chain', { chainId: undefined }, 'transaction.chainId'],
        ['no sender', { from: undefined }, 'transaction.from'],
        ['a word for an address', { to: 'vitalik.eth' }, 'transaction.to'],
        ['a wrong checksum', { to: CHECKSUMMED.replace('d8dA', 'D8dA') }, 'transaction.to'],
        ['odd call data', { data: '0xabc' }, 'transaction.data'],
        ['call data that is no hex', { data: '0xzz' }, 'transaction.data'],
        ['a negative value', { value: '-1' }, 'transaction.value'],
        ['a value of more than 256 bits', { value: String(2n ** 256n) }, 'transaction.value'],
      ])('%s is rejected, and the member is named', async (_, over, path) => {
        const refused = await caller.refused('validateTransaction', 400, 'invalid-body', { body: validation(over) })
        expect(refused.errors).toEqual([expect.objectContaining({ path })])
      })

      test('a wrong checksum is refused without an address to copy', async () => {
        const refused = await caller.refused('validateTransaction', 400, 'invalid-body', {
          body: validation({ to: CHECKSUMMED.replace('d8dA', 'D8dA') }),
        })
        expect(JSON.stringify(refused.errors)).toContain('has a wrong EIP-55 checksum')
        expect(JSON.stringify(refused.errors)).not.toContain(CHECKSUMMED)
      })

      test('trackNonce is required', async () => {
        const { trackNonce: _, ...body } = validation()
        const refused = await caller.refused('validateTransaction', 400, 'invalid-body', { body })
        expect(refused.errors).toEqual([{ path: 'trackNonce', message: 'is required' }])
      })

      test('the product header is required, with one of two values', async () => {
        const path = operation('validateTransaction').path
        const send = (headers: Record<string, string>) =>
          caller.raw('POST', path, { key: 'validation', body: validation(), headers })
        asProblem(await send({}), 400, 'invalid-header')
        asProblem(await send({ 'x-validation-product': 'LASER' }), 400, 'invalid-header')
      })
    })

    describe('reports', () => {
      const hash = (digit: string) => `0x${digit.repeat(64)}`

      test('a repeated report is accepted, another transaction id conflicts without the replace header', async () => {
        const { svcTxId } = await caller.ok<ValidationAnswer>('validateTransaction', { body: validation() })
        const params = { 'svc-transaction-id': svcTxId }
        const report = { transactionId: hash('a'), blockNumber: '21000000', blockTime: '2026-01-02T03:04:05Z' }
        await caller.ok('updateTransaction', { params, body: report })
        await caller.ok('updateTransaction', { params, body: report })
        await caller.ok('updateTransaction', { params, body: {} })
        await caller.ok('updateTransactionV1', { params, body: { transactionId: hash('A') } })
        const other = { params, body: { transactionId: hash('b') } }
        await caller.refused('updateTransaction', 409, 'transaction-id-conflict', other)
        await caller.ok('updateTransaction', { ...other, headers: { 'x-txwarden-replace': 'true' } })
      })

      test('an invalid report is rejected', async () => {
        const { svcTxId } = await caller.ok<ValidationAnswer>('validateTransaction', { body: validation() })
        const params = { 'svc-transaction-id': svcTxId }
        for (const body of [{ transactionId: '0x12' }, { blockNumber: 'latest' }, { blockTime: 'yesterday' }])
          await caller.refused('updateTransaction', 400, 'invalid-body', { params, body })
        await caller.refused('updateTransactionV1', 400, 'invalid-body', { params, body: {} })
        await caller.refused('updateTransaction', 404, 'not-found', {
          params: { 'svc-transaction-id': unknownId },
          body: { transactionId: hash('a') },
        })
      })
    })

    describe('control lists', () => {
      test('an entry is created, listed, moved to other chains and deleted', async () => {
        const address = randomAddress()
        const { controlListId } = await caller.ok<{ controlListId: string }>('createControlList', {
          body: { address, chainIds: ['1'], type: 'ALLOW', productType: 'SONAR' },
        })
        const find = async () => {
          const page = await caller.ok<{ content: { id: string }[] }>('listControlLists', {
            query: '?type=ALLOW&size=1000&sort=createdAt,desc',
          })
          return page.content.find((entry) => entry.id === controlListId)
        }
        expect(await find()).toMatchObject({ address, chainIds: ['1'], type: 'ALLOW', productType: 'SONAR' })
        expect(
          await caller.ok('updateControlList', { params: { controlListId }, body: { chainIds: ['10', '8453'] } }),
        ).toEqual({ controlListId })
        expect(await find()).toMatchObject({ chainIds: ['10', '8453'] })
        await caller.ok('updateControlList', { params: { controlListId }, body: {} })
        expect(await find()).toMatchObject({ chainIds: ['10', '8453'] })
        await caller.ok('updateControlList', { params: { controlListId }, body: { chainIds: [] } })
        expect(await find()).toMatchObject({ chainIds: [] })
        expect(await caller.ok('deleteControlList', { params: { controlListId } })).toEqual({ controlListId })
        expect(await find()).toBeUndefined()
        await caller.refused('deleteControlList', 404, 'not-found', { params: { controlListId } })
        await caller.refused('updateControlList', 404, 'not-found', {
          params: { controlListId },
          body: { chainIds: ['1'] },
        })
      })

      test('overlapping entries of one address, type and product are a conflict that names the other', async () => {
        const address = randomAddress()
        const create = (chainIds: string[], over: Record<string, unknown> = {}) => ({
          body: { address, chainIds, type: 'BLOCK', productType: 'SONAR', ...over },
        })
        const first = await caller.ok<{ controlListId: string }>('createControlList', create(['1', '10']))
        const conflict = await caller.refused('createControlList', 409, 'entry-overlap', create(['10', '56']))
        expect(conflict.detail).toContain(first.controlListId)
        await caller.refused(
          'createControlList',
          409,
          'entry-overlap',
          create([], { address: address.toUpperCase().replace('0X', '0x') }),
        )
        const second = await caller.ok<{ controlListId: string }>('createControlList', create(['56']))
        const other = await caller.ok<{ controlListId: string }>(
          'createControlList',
          create(['1'], { productType: 'RASP' }),
        )
        await caller.refused('updateControlList', 409, 'entry-overlap', {
          params: { controlListId: second.controlListId },
          body: { chainIds: ['1'] },
        })
        for (const { controlListId } of [first, second, other])
          await caller.ok('deleteControlList', { params: { controlListId } })
      })

      test('pages are stable and bounded', async () => {
        const ids: string[] = []
        for (let count = 0; count < 3; count++) {
          const body = { address: randomAddress(), type: 'ALLOW', productType: 'RASP' }
          ids.push((await caller.ok<{ controlListId: string }>('createControlList', { body })).controlListId)
        }
        const page = (query: string) =>
          caller.ok<{
            content: { id: string }[]
            totalElements: number
            totalPages: number
            number: number
            size: number
          }>('listControlLists', { query })
        const whole = await page('?size=1000&sort=createdAt,asc&sort=id,desc')
        const parts = [
          await page('?size=2&page=0&sort=createdAt,asc&sort=id,desc'),
          await page('?size=2&page=1&sort=createdAt,asc&sort=id,desc'),
        ]
        expect(parts.flatMap((part) => part.content)).toEqual(whole.content.slice(0, 4))
        expect(await page('')).toMatchObject({ number: 0, size: 25 })
        expect(parts[0]?.totalPages).toBe(Math.ceil((parts[0]?.totalElements ?? 0) / 2))
        for (const query of [
          '?size=0',
          '?size=1001',
          '?page=-1',
          '?page=x',
          '?sort=secret',
          '?sort=createdAt,up',
          '?type=GREY',
        ])
          await caller.refused('listControlLists', 400, 'invalid-query', { query })
        for (const controlListId of ids) await caller.ok('deleteControlList', { params: { controlListId } })
      })

      test.each([
        ['no address', { address: undefined }, 'address'],
        ['no type', { type: undefined }, 'type'],
        ['no product', { productType: undefined }, 'productType'],
        ['a type that is none', { type: 'GREY' }, 'type'],
        ['a chain that is none', { chainIds: ['1', '4'] }, 'chainIds[1]'],
        ['chains that are no list', { chainIds: '1' }, 'chainIds'],
      ])('%s is rejected, and nothing is written', async (_, over, path) => {
        const before = await caller.ok<{ totalElements: number }>('listControlLists')
        const body = { address: randomAddress(), type: 'ALLOW', productType: 'SONAR', ...over }
        const refused = await caller.refused('createControlList', 400, 'invalid-body', { body })
        expect(refused.errors).toEqual([expect.objectContaining({ path })])
        expect(await caller.ok('listControlLists')).toMatchObject({ totalElements: before.totalElements })
      })
    })

    describe('monitored addresses', () => {
      test('an address is monitored, found by name and by address, changed and deleted', async () => {
        const address = randomAddress()
        const created = await caller.ok<{ id: string }>('createMonitor', {
          body: { address, chainId: '1', name: '100%_Treasury' },
        })
        expect(created).toEqual({ id: created.id, address, chainId: '1', name: '100%_Treasury', enabled: true })
        const found = (query: string) => caller.ok<{ content: unknown[] }>('listMonitors', { query })
        expect((await found(`?address=${address.toUpperCase().replace('0X', '0x')}`)).content).toEqual([created])
        expect((await found(`?name=${encodeURIComponent('0%_treas')}&size=1000`)).content).toContainEqual(created)
        expect((await found(`?name=${encodeURIComponent('0__')}&address=${address}`)).content).toEqual([])
        const params = { id: created.id }
        expect(await caller.ok('updateMonitor', { params, body: { enabled: false } })).toEqual({
          ...created,
          enabled: false,
        })
        expect(await caller.ok('updateMonitor', { params, body: { name: '' } })).toEqual({
          ...created,
          name: '',
          enabled: false,
        })
        await caller.refused('updateMonitor', 400, 'invalid-body', { params, body: {} })
        expect(await caller.ok('deleteMonitor', { params })).toEqual({ id: created.id })
        await caller.refused('deleteMonitor', 404, 'not-found', { params })
        await caller.refused('updateMonitor', 404, 'not-found', { params, body: { enabled: true } })
      })

      test('an address has kinds and a first block, which the interface does not show', async ({ skip }) => {
        if (!target.isOurs) skip()
        const address = randomAddress()
        const contract = { address, chainId: '1', name: 'x', enabled: true }
        const created = await caller.ok<{ id: string }>('createMonitorWithAdditions', {
          body: { ...contract, kinds: ['received', 'sent', 'sent'], from: 17 },
        })
        const { id } = created
        const whole = { ...contract, id, kinds: ['sent', 'received'], from: 17 }
        expect(created).toEqual({ ...whole, followed: false })
        const read = async (list: 'listMonitors' | 'listMonitorsWithAdditions', headers = {}) => {
          const { content } = await caller.ok<{ content: unknown[] }>(list, { query: `?address=${address}`, headers })
          return content
        }
        expect(await read('listMonitors')).toEqual([{ ...contract, id }])
        expect(await read('listMonitors', { prefer: 'additions' })).toEqual([whole])
        expect(await read('listMonitorsWithAdditions')).toEqual([whole])
        // A client of the interface changes the name, and erases nothing.
        const renamed = await caller.ok('updateMonitor', { params: { id }, body: { name: 'y', enabled: true } })
        expect(renamed).toEqual({ ...contract, id, name: 'y' })
        expect(await read('listMonitorsWithAdditions')).toEqual([{ ...whole, name: 'y' }])
        expect(await caller.ok('updateMonitorWithAdditions', { body: { id, kinds: ['upgraded'] } })).toEqual({
          ...whole,
          name: 'y',
          kinds: ['upgraded'],
        })
        const { kinds: _, ...all } = whole
        expect(await caller.ok('updateMonitorWithAdditions', { body: { id, name: 'x', kinds: [] } })).toEqual(all)
        await caller.refused('updateMonitorWithAdditions', 400, 'invalid-body', { body: { id } })
        await caller.refused('updateMonitorWithAdditions', 404, 'not-found', { body: { id: unknownId, name: 'z' } })
        await caller.refused('createMonitorWithAdditions', 409, 'monitor-exists', { body: contract })
        for (const wrong of [{ kinds: ['poison'] }, { kinds: 'sent' }, { from: -1 }, { from: 1.5 }, { from: 'now' }])
          await caller.refused('createMonitorWithAdditions', 400, 'invalid-body', {
            body: { ...contract, address: randomAddress(), ...wrong },
          })
        await caller.ok('deleteMonitor', { params: { id } })
        const latest = await caller.ok<{ id: string }>('createMonitorWithAdditions', {
          body: { ...contract, kinds: null, from: 'latest' },
        })
        expect(latest).toEqual({ ...contract, id: latest.id, followed: false })
        await caller.ok('deleteMonitor', { params: { id: latest.id } })
        const preferred = await caller.ok<{ id: string }>('createMonitor', {
          body: contract,
          headers: { prefer: 'additions' },
        })
        expect(preferred).toEqual({ ...contract, id: preferred.id, followed: false })
        await caller.ok('deleteMonitor', { params: { id: preferred.id } })
      })

      test('what happened to them on followed chains is a page', async ({ skip }) => {
        if (!target.isOurs) skip()
        const query = `?address=${randomAddress()}&chainId=1&kind=sent&since=2026-01-02T03:04:05Z&sort=updatedAt,desc`
        expect(await caller.ok('listChainEvents', { query })).toMatchObject({ content: [], totalElements: 0 })
        for (const wrong of ['kind=theft', 'chainId=4', 'since=yesterday', 'address=0x12', 'sort=amount'])
          await caller.refused('listChainEvents', 400, 'invalid-query', { query: `?${wrong}` })
      })

      test('an address is monitored once per chain', async () => {
        const address = randomAddress()
        const first = await caller.ok<{ id: string; name: string }>('createMonitor', {
          body: { address, chainId: '1' },
        })
        expect(first.name).toBe('')
        const twin = await caller.refused('createMonitor', 409, 'monitor-exists', {
          body: { address: address.toUpperCase().replace('0X', '0x'), chainId: '1' },
        })
        expect(twin.detail).toContain(first.id)
        const second = await caller.ok<{ id: string }>('createMonitor', {
          body: { address, chainId: '10', enabled: false },
        })
        for (const { id } of [first, second]) await caller.ok('deleteMonitor', { params: { id } })
      })
    })

    describe('alerts and destinations', () => {
      interface Destination extends Record<string, unknown> {
        readonly id: string
        readonly attributes: { token?: string; chatId?: string }
        readonly webhookUrl: string
      }
      const createDestination = (over: Record<string, unknown> = {}) =>
        caller.ok<Destination>('createDestination', {
          body: { name: 'ops', channel: 'WEBHOOK', webhookUrl: 'https://hooks.example.org/in', ...over },
        })

      test('a webhook gets a signing secret that is shown once', async () => {
        const created = await createDestination()
        expect(created).toMatchObject({ active: true, state: 'ACTIVE', errorMessage: '', channel: 'WEBHOOK' })
        expect(created.attributes.token).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
        const listed = (await caller.ok<Destination[]>('listDestinations')).find(({ id }) => id === created.id)
        expect(listed).toBeDefined()
        expect(listed).not.toHaveProperty('active')
        expect(JSON.stringify(listed)).not.toContain(created.attributes.token)
        await caller.ok('deleteDestination', { params: { id: created.id } })
      })

      test('bearer secrets are masked, and a masked value in an update keeps the stored one', async () => {
        const secret = 'T0000/B0000/verysecretpart'
        const created = await createDestination({
          channel: 'SLACK',
          webhookUrl: `https://hooks.slack.com/services/${secret}`,
        })
        expect(created.webhookUrl).not.toContain('verysecretpart')
        const updated = await caller.ok<Destination>('updateDestination', {
          params: { destinationId: created.id },
          body: { name: 'renamed', channel: 'SLACK', webhookUrl: created.webhookUrl, state: 'INACTIVE' },
        })
        expect(updated).toMatchObject({ name: 'renamed', state: 'INACTIVE', webhookUrl: created.webhookUrl })
        expect(updated).not.toHaveProperty('active')
        await caller.ok('deleteDestination', { params: { id: created.id } })
        await caller.refused('deleteDestination', 404, 'not-found', { params: { id: created.id } })
        await caller.refused('updateDestination', 404, 'not-found', {
          params: { destinationId: created.id },
          body: { name: 'x', channel: 'SLACK' },
        })
      })

      test('a signing secret does not move to another origin', async () => {
        const created = await createDestination()
        await caller.refused('updateDestination', 400, 'invalid-body', {
          params: { destinationId: created.id },
          body: { name: 'ops', channel: 'WEBHOOK', webhookUrl: 'https://elsewhere.example.org/in' },
        })
        await caller.ok('deleteDestination', { params: { id: created.id } })
      })

      test.each([
        ['a name', { name: '' }, 'name'],
        ['an address', { webhookUrl: undefined }, 'webhookUrl'],
        ['a web address', { webhookUrl: 'ftp://example.org' }, 'webhookUrl'],
        ['a channel we know', { channel: 'PIGEON' }, 'channel'],
        ['a chat for TELEGRAM', { channel: 'TELEGRAM', attributes: { token: '1:a' } }, 'attributes.chatId'],
        ['a token for TELEGRAM', { channel: 'TELEGRAM', attributes: { chatId: '1' } }, 'attributes.token'],
        ['a mailto: for EMAIL', { channel: 'EMAIL', webhookUrl: 'https://example.org' }, 'webhookUrl'],
        ['a real signing secret', { attributes: { token: 'hunter2' } }, 'attributes.token'],
      ])('a destination needs %s', async (_, over, path) => {
        const refused = await caller.refused('createDestination', 400, 'invalid-body', {
          body: { name: 'ops', channel: 'WEBHOOK', webhookUrl: 'https://hooks.example.org/in', ...over },
        })
        expect(refused.errors).toContainEqual(expect.objectContaining({ path }))
      })

      test('a destination test returns its result with status 200 in either case', async () => {
        const created = await createDestination({ webhookUrl: 'https://127.0.0.1/in' })
        const tested = await caller.ok('testDestination', { params: { alertIntegrationId: created.id } })
        expect(tested).toMatchObject({
          state: 'FAILED',
          alertChannel: 'WEBHOOK',
          errorMessage: expect.stringMatching(/./),
        })
        await caller.refused('testDestination', 404, 'not-found', { params: { alertIntegrationId: unknownId } })
        if (target.isOurs) {
          const params = { destinationId: created.id }
          const sent = await caller.ok('testDestinationEvent', { params, body: { event: 'allowance-spent' } })
          expect(sent).toMatchObject({ state: 'FAILED', alertChannel: 'WEBHOOK' })
          await caller.refused('testDestinationEvent', 400, 'invalid-body', { params, body: { event: 'pigeon' } })
          const unknown = { params: { destinationId: unknownId }, body: { event: 'sent' } }
          await caller.refused('testDestinationEvent', 404, 'not-found', unknown)
        }
        await caller.ok('deleteDestination', { params: { id: created.id } })
      })

      test('an alert is created active, changed, switched off and on, and deleted', async () => {
        const destination = await createDestination()
        const filter = {
          validationStatusConfiguration: { alertOnUnsafe: true },
          fromScore: 70,
          chainIds: [1, 8453],
          categories: ['fraud'],
        }
        const created = await caller.ok<{ alertId: string }>('createAlert', {
          body: {
            alertName: 'unsafe',
            alertType: 'SONAR',
            destinationIds: [destination.id],
            transactionFilter: filter,
          },
        })
        const { alertId } = created
        expect(created).toEqual({ alertId, alertName: 'unsafe', alertType: 'SONAR' })
        const find = async () =>
          (await caller.ok<{ alerts: { alertId: string }[] }>('listAlerts')).alerts.find(
            (alert) => alert.alertId === alertId,
          )
        const whole = {
          alertId,
          alertName: 'unsafe',
          alertType: 'SONAR',
          alertSentCounter: 0,
          destinationIds: [destination.id],
          transactionFilter: filter,
          isActive: true,
        }
        expect(await find()).toEqual(whole)

        const conflict = await caller.refused('deleteDestination', 409, 'destination-in-use', {
          params: { id: destination.id },
        })
        expect(conflict.detail).toContain(alertId)

        const params = { alertConfigurationId: alertId }
        const status = (isActive: boolean) => ({ params, body: { alertType: 'SONAR', isActive } })
        expect(await caller.ok('setAlertStatus', status(false))).toEqual({ ...whole, isActive: false })
        expect(await caller.ok('setAlertStatus', status(true))).toEqual(whole)
        await caller.refused('setAlertStatus', 409, 'alert-type-mismatch', {
          params,
          body: { alertType: 'RASP', isActive: true },
        })

        const renamed = { alertId, alertType: 'SONAR', alertName: 'renamed', isActive: true }
        expect(await caller.ok('updateAlert', { body: renamed })).toEqual({ ...whole, alertName: 'renamed' })
        expect(
          await caller.ok('updateAlert', { body: { ...renamed, destinationIds: [], transactionFilter: {} } }),
        ).toEqual({
          ...whole,
          alertName: 'renamed',
          destinationIds: [],
          transactionFilter: {},
        })
        expect(await caller.ok('deleteAlert', { params })).toEqual({ configurationId: alertId })
        await caller.refused('deleteAlert', 404, 'not-found', { params })
        await caller.refused('setAlertStatus', 404, 'not-found', status(true))
        await caller.refused('updateAlert', 404, 'not-found', { body: renamed })
        await caller.ok('deleteDestination', { params: { id: destination.id } })
      })

      test('an alert has a condition on no data, which the interface does not show', async ({ skip }) => {
        if (!target.isOurs) skip()
        const all = { alertOnSafe: false, alertOnWarning: true }
        const { alertId } = await caller.ok<{ alertId: string }>('createAlertWithAdditions', {
          body: {
            alertName: 'unknown',
            alertType: 'SONAR',
            transactionFilter: { validationStatusConfiguration: { ...all, alertOnNoData: true }, toScore: 40 },
          },
        })
        const read = async (id: 'listAlerts' | 'listAlertsWithAdditions', headers = {}) => {
          const { alerts } = await caller.ok<{ alerts: Record<string, unknown>[] }>(id, { headers })
          return alerts.find((alert) => alert.alertId === alertId)?.transactionFilter
        }
        const shown = { validationStatusConfiguration: all, toScore: 40 }
        const whole = { ...shown, validationStatusConfiguration: { ...all, alertOnNoData: true } }
        expect(await read('listAlerts')).toEqual(shown)
        expect(await read('listAlerts', { prefer: 'respond-async, Additions; x=1' })).toEqual(whole)
        expect(await read('listAlertsWithAdditions')).toEqual(whole)

        const params = { alertConfigurationId: alertId }
        const status = { params, body: { alertType: 'SONAR', isActive: true } }
        expect(await caller.ok('setAlertStatus', status)).toMatchObject({ transactionFilter: shown })
        const headers = { prefer: 'additions' }
        expect(await caller.ok('setAlertStatus', { ...status, headers })).toMatchObject({ transactionFilter: whole })

        // A client of the interface sends back what it read, and erases nothing.
        const update = (transactionFilter: object) => ({
          body: { alertId, alertType: 'SONAR', alertName: 'unknown', isActive: true, transactionFilter },
        })
        expect(await caller.ok('updateAlert', update(shown))).toMatchObject({ transactionFilter: shown })
        expect(await read('listAlertsWithAdditions')).toEqual(whole)
        const off = { validationStatusConfiguration: { ...all, alertOnNoData: false } }
        const on = { validationStatusConfiguration: { ...all, alertOnNoData: true } }
        expect(await caller.ok('updateAlertWithAdditions', update(off))).toMatchObject({
          transactionFilter: { validationStatusConfiguration: all },
        })
        expect(await caller.ok('updateAlertWithAdditions', update(on))).toMatchObject({ transactionFilter: on })
        // Without an object of flags there is no condition on the verdict.
        expect(await caller.ok('updateAlert', update({}))).toMatchObject({ transactionFilter: {} })
        expect(await read('listAlertsWithAdditions')).toEqual({})
        await caller.refused('updateAlertWithAdditions', 409, 'alert-type-mismatch', {
          body: { ...update({}).body, alertType: 'RASP' },
        })
        await caller.ok('deleteAlert', { params })
        await caller.refused('updateAlertWithAdditions', 404, 'not-found', update(on))
        await caller.refused('createAlertWithAdditions', 400, 'invalid-body', {
          body: {
            alertName: 'a',
            alertType: 'SONAR',
            transactionFilter: { validationStatusConfiguration: { alertOnNoData: 'yes' } },
          },
        })
      })

      test('an alert is silenced for a time, which the interface does not show', async ({ skip }) => {
        if (!target.isOurs) skip()
        const { alertId } = await caller.ok<{ alertId: string }>('createAlert', {
          body: { alertName: 'loud', alertType: 'SONAR' },
        })
        const params = { alertConfigurationId: alertId }
        // The service has a clock of its own.
        const { id, createdAt } = await createDestination()
        await caller.ok('deleteDestination', { params: { id } })
        const until = new Date(Date.parse(String(createdAt)) + 3_600_000).toISOString()
        const silenced = { silencedUntil: until, silencesBlocked: false }
        expect(await caller.ok('silenceAlert', { params, body: { until } })).toMatchObject(silenced)
        const read = async (headers = {}) => {
          const { alerts } = await caller.ok<{ alerts: Record<string, unknown>[] }>('listAlerts', { headers })
          return alerts.find((alert) => alert.alertId === alertId)
        }
        expect(await read()).not.toHaveProperty('silencedUntil')
        expect(await read({ prefer: 'additions' })).toMatchObject(silenced)
        expect(await caller.ok('silenceAlert', { params, body: { until: null } })).not.toHaveProperty('silencedUntil')
        const past = { until: '2020-01-01T00:00:00Z' }
        await caller.refused('silenceAlert', 400, 'invalid-body', { params, body: past })
        await caller.ok('deleteAlert', { params })
        await caller.refused('silenceAlert', 404, 'not-found', { params, body: { until: null } })
      })

      test('a destination groups messages and gets heartbeats, which the interface does not show', async ({ skip }) => {
        if (!target.isOurs) skip()
        const { id } = await caller.ok<{ id: string }>('createDestination', {
          body: { name: 'mail', channel: 'EMAIL', webhookUrl: 'mailto:ops@a.test' },
        })
        const params = { destinationId: id }
        const read = async (headers = {}) => {
          const all = await caller.ok<{ id: string }[]>('listDestinations', { headers })
          return all.find((destination) => destination.id === id)
        }
        expect(await read()).not.toHaveProperty('group')
        expect(await read({ prefer: 'additions' })).toMatchObject({ group: true })
        const changed = { group: false, heartbeatMs: 3_600_000 }
        expect(await caller.ok('setDestinationSending', { params, body: changed })).toMatchObject(changed)
        expect(await read({ prefer: 'additions' })).toMatchObject(changed)
        const off = { params, body: { heartbeatMs: null } }
        expect(await caller.ok('setDestinationSending', off)).not.toHaveProperty('heartbeatMs')
        const often = { params, body: { heartbeatMs: 1 } }
        await caller.refused('setDestinationSending', 400, 'invalid-body', often)
        await caller.ok('deleteDestination', { params: { id } })
        await caller.refused('setDestinationSending', 404, 'not-found', off)
      })

      test.each([
        ['no name', { alertName: undefined }, 'alertName'],
        ['a type that is none', { alertType: 'LASER' }, 'alertType'],
        ['a range upside down', { transactionFilter: { fromScore: 70, toScore: 31 } }, 'transactionFilter.fromScore'],
        ['a score above 100', { transactionFilter: { toScore: 101 } }, 'transactionFilter.toScore'],
        [
          'a loss upside down',
          { transactionFilter: { fromTotalLoss: 2, toTotalLoss: 1 } },
          'transactionFilter.fromTotalLoss',
        ],
        ['a chain that is none', { transactionFilter: { chainIds: [4] } }, 'transactionFilter.chainIds[0]'],
        ['a category that is none', { transactionFilter: { categories: ['bad'] } }, 'transactionFilter.categories[0]'],
        ['a destination nobody knows', { destinationIds: [unknownId] }, 'destinationIds[0]'],
      ])('an alert with %s is rejected', async (_, over, path) => {
        const refused = await caller.refused('createAlert', 400, 'invalid-body', {
          body: { alertName: 'a', alertType: 'SONAR', ...over },
        })
        expect(refused.errors).toContainEqual(expect.objectContaining({ path }))
      })
    })

    describe('keys', () => {
      test('every operation first rejects a missing key, an unknown key, and the other kind of key', async () => {
        const unknown = `txw_val_${'1'.repeat(44)}00000000`
        for (const id of operationIds.filter((each) => target.isOurs || !isAddition(operation(each)))) {
          const { key, method } = operation(id)
          const other = key === 'validation' ? 'management' : 'validation'
          const broken = method === 'GET' ? {} : { body: '{' }
          await caller.refused(id, 401, 'missing-key', { key: null, ...broken })
          await caller.refused(id, 403, 'wrong-key-kind', { key: other, ...broken })
        }
        await caller.refused('listAlerts', 401, 'unknown-key', { key: unknown })
      })
    })

    describe('stored validations', () => {
      test('are listed and read, with reports', async ({ skip }) => {
        if (!target.isOurs) skip()
        const { svcTxId } = await caller.ok<ValidationAnswer>('validateTransaction', { body: validation() })
        const params = { 'svc-transaction-id': svcTxId }
        const report = { transactionId: `0x${'ab'.repeat(32)}`, blockNumber: '7' }
        await caller.ok('updateTransaction', { params, body: report })
        const list = await caller.ok<{ content: unknown[] }>('listTransactions', {
          query: '?chainId=1&valid=true&size=1',
        })
        expect(list).toMatchObject({ size: 1, number: 0, content: [{ svcTxId, valid: true, ...report }] })
        expect(await caller.ok('getTransaction', { params })).toMatchObject({
          svcTxId,
          request: { trackNonce: false },
          result: { svcTxId, valid: true, explanation: {}, coverage: 'none' },
          reports: [report],
        })
      })

      test('are not found by an unknown id, nor listed by an invalid filter', async ({ skip }) => {
        if (!target.isOurs) skip()
        await caller.refused('getTransaction', 404, 'not-found', { params: { 'svc-transaction-id': unknownId } })
        await caller.refused('listTransactions', 400, 'invalid-query', { query: '?valid=perhaps' })
      })

      test('need a valid trace', async ({ skip }) => {
        if (!target.isOurs) skip()
        const body = { ...validation(), trace: { type: 'CALL' } }
        const refusal = await caller.refused('validateTransaction', 400, 'invalid-body', { body })
        expect(refusal).toMatchObject({ errors: [{ path: 'trace' }] })
      })
    })

    describe('signed messages', () => {
      const permit = (spender: string, over: Record<string, unknown> = {}) => ({
        types: {
          Permit: ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'].map(
            (text) => {
              const [type, name] = text.split(' ')
              return { name, type }
            },
          ),
        },
        primaryType: 'Permit',
        domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC },
        message: { owner: ADDRESSES.sender, spender, value: '5', nonce: '0', deadline: '1' },
        ...over,
      })
      const validate = (typedData: unknown, more: Record<string, unknown> = {}) => ({ body: { typedData, ...more } })

      test('are judged as what they allow; the message names signer and chain; nothing is stored', async ({ skip }) => {
        if (!target.isOurs) skip()
        const before = await caller.ok<{ totalElements: number }>('listTransactions')
        const spender = randomAddress()
        const result = await caller.ok<{ explanation: { reasons: unknown[] } }>(
          'validateTypedData',
          validate(permit(spender)),
        )
        expect(result).toMatchObject({ valid: true, combinedScore: 55, coverage: 'none' })
        expect(result.explanation.reasons[0]).toMatchObject({ rule: 'unknown-grant', role: 'spender' })
        for (const member of ['svcTxId', 'payload', 'payloadSlot']) expect(result).not.toHaveProperty(member)
        expect(await caller.ok('validateTypedData', validate(permit(PERMIT2)))).toMatchObject({ combinedScore: 0 })
        expect((await caller.ok<{ totalElements: number }>('listTransactions')).totalElements).toBe(
          before.totalElements,
        )
      })

      test('count entries of their product on the chain of the message', async ({ skip }) => {
        if (!target.isOurs) skip()
        const spender = randomAddress()
        const entry = { address: spender, type: 'BLOCK', productType: 'SONAR', chainIds: ['1'] }
        const { controlListId } = await caller.ok<{ controlListId: string }>('createControlList', { body: entry })
        const polygon = permit(spender, { domain: { chainId: '0x89', verifyingContract: USDC } })
        expect(await caller.ok('validateTypedData', validate(permit(spender)))).toMatchObject({ valid: false })
        expect(await caller.ok('validateTypedData', validate(polygon, { chainId: '1' }))).toMatchObject({
          valid: true,
          explanation: {
            reasons: expect.arrayContaining([expect.objectContaining({ rule: 'message-domain', points: 50 })]),
          },
        })
        const rasp = { ...validate(permit(spender)), headers: { 'x-validation-product': 'RASP' } }
        expect(await caller.ok('validateTypedData', rasp)).toMatchObject({ valid: true })
        await caller.ok('deleteControlList', { params: { controlListId } })
      })

      test('with the name of a token at another contract are an imitation', async ({ skip }) => {
        if (!target.isOurs) skip()
        const domain = { name: 'USD Соin', version: '2', chainId: 1, verifyingContract: randomAddress() }
        expect(await caller.ok('validateTypedData', validate(permit(PERMIT2, { domain })))).toMatchObject({
          valid: false,
          combinedScoreDetails: { subCategory: 'impersonationScamInteraction' },
        })
      })

      test('may be an authorization (EIP-7702), with its signer', async ({ skip }) => {
        if (!target.isOurs) skip()
        const authorization = { chainId: 0, address: randomAddress(), nonce: '7', r: '0x1', s: '0x2', yParity: 0 }
        const more = { from: ADDRESSES.sender, chainId: '1' }
        expect(await caller.ok('validateTypedData', validate(authorization, more))).toMatchObject({
          valid: false,
          combinedScore: 85,
        })
        for (const [over, path, lacks] of [
          [{ nonce: undefined }, 'typedData', {}],
          [{ gas: 1 }, 'typedData', {}],
          [{ nonce: -1 }, 'typedData', {}],
          [{}, 'from', { from: undefined }],
        ] as const) {
          const input = validate({ ...authorization, ...over }, { ...more, ...lacks })
          const refused = await caller.refused('validateTypedData', 400, 'invalid-body', input)
          expect(refused.errors).toEqual([expect.objectContaining({ path })])
        }
      })

      test('without a chain that is known have a verdict that says so', async ({ skip }) => {
        if (!target.isOurs) skip()
        const missingOf = async (typedData: unknown, more = {}) => {
          const given = validate(typedData, more)
          const { coverage, explanation } = await caller.ok<{
            coverage: string
            explanation: { missingData: object[] }
          }>('validateTypedData', given)
          expect(coverage).toBe('none')
          return explanation.missingData[0]
        }
        const domain = { verifyingContract: USDC }
        expect(await missingOf(permit(PERMIT2, { domain }))).toEqual({ code: 'no-chain' })
        const unknown = permit(PERMIT2, { domain: { ...domain, chainId: 4 } })
        expect(await missingOf(unknown)).toEqual({ code: 'unknown-chain', chainId: '4' })
        const authorization = { chainId: 0, address: USDC, nonce: '7' }
        expect(await missingOf(authorization, { from: ADDRESSES.sender })).toEqual({ code: 'no-chain' })
      })

      test.each([
        ['typed data that is missing', undefined, {}, 'typedData'],
        ['a text', 'hello', {}, 'typedData'],
        ['a hash', `0x${'ab'.repeat(32)}`, {}, 'typedData'],
        ['a list', [], {}, 'typedData'],
        ['no types', { message: {} }, {}, 'typedData'],
        ['a missing member', permit(USDC, { message: {} }), {}, 'typedData'],
        ['a chain of the wallet that is not there', permit(USDC), { chainId: '4' }, 'chainId'],
        ['no signer', { ...permit(USDC), primaryType: 'Login', types: { Login: [] }, message: {} }, {}, 'from'],
        ['a word for a signer', permit(USDC), { from: 'me' }, 'from'],
      ])('%s is rejected, and the member is named', async (_, typedData, more, path) => {
        if (!target.isOurs) return
        const refused = await caller.refused('validateTypedData', 400, 'invalid-body', validate(typedData, more))
        expect(refused.errors).toEqual([expect.objectContaining({ path })])
      })
    })

    describe('an alert replay', () => {
      test('lists each validation with its clauses, and sends nothing', async ({ skip }) => {
        if (!target.isOurs) skip()
        const { svcTxId } = await caller.ok<ValidationAnswer>('validateTransaction', { body: validation() })
        const { alertId } = await caller.ok<{ alertId: string }>('createAlert', {
          body: { alertName: 'replayed', alertType: 'SONAR', transactionFilter: { fromScore: 99 } },
        })
        const params = { alertConfigurationId: alertId }
        const query = '?since=2020-01-01T00:00:00Z'
        const replay = await caller.ok<{ transactions: unknown[] }>('replayAlert', {
          params,
          query: `${query}&limit=1`,
        })
        expect(replay).toMatchObject({
          alertId,
          judged: 1,
          hits: 0,
          transactions: [
            { svcTxId, matched: false, clauses: [{ matched: true }, { clause: 'fromScore', matched: false }] },
          ],
        })
        await caller.refused('replayAlert', 400, 'invalid-query', { params })
        await caller.refused('replayAlert', 404, 'not-found', { params: { alertConfigurationId: unknownId }, query })
        await caller.ok('deleteAlert', { params })
      })
    })

    describe('deliveries', () => {
      interface Delivery {
        readonly id: string
        readonly state: string
      }
      const notified = async (svcTxId: string) =>
        (await caller.ok<{ content: Delivery[] }>('listDeliveries', { query: `?svcTxId=${svcTxId}` })).content

      test('are listed, shown with attempts, retried, and cancelled with their destination', async ({ skip }) => {
        if (!target.isOurs) skip()
        const to = randomAddress()
        const { controlListId } = await caller.ok<{ controlListId: string }>('createControlList', {
          body: { address: to, type: 'BLOCK', productType: 'SONAR' },
        })
        // An address that receives nothing.
        const { id } = await caller.ok<{ id: string }>('createDestination', {
          body: { name: 'ops', channel: 'WEBHOOK', webhookUrl: 'https://127.0.0.1/in' },
        })
        const { alertId } = await caller.ok<{ alertId: string }>('createAlert', {
          body: { alertName: 'blocked', alertType: 'SONAR', destinationIds: [id], transactionFilter: {} },
        })
        const { svcTxId } = await caller.ok<ValidationAnswer>('validateTransaction', { body: validation({ to }) })
        const [delivery] = await notified(svcTxId)
        const shown = {
          alertId,
          svcTxId,
          destinationId: id,
          destinationName: 'ops',
          channel: 'WEBHOOK',
          state: 'PENDING',
        }
        expect(delivery).toMatchObject(shown)
        const params = { deliveryId: delivery?.id ?? '' }
        expect(await caller.ok('getDelivery', { params })).toMatchObject({
          ...shown,
          content: { alert: { id: alertId } },
        })
        expect(await caller.ok('retryDeliveries', { body: { ids: [params.deliveryId] } })).toEqual({ retried: 1 })
        expect(await caller.ok('retryDeliveries', { body: { destinationId: unknownId } })).toEqual({ retried: 0 })

        await caller.ok('deleteAlert', { params: { alertConfigurationId: alertId } })
        const refused = await caller.refused('deleteDestination', 409, 'deliveries-pending', { params: { id } })
        expect(refused.detail).toContain('1 pending delivery')
        await caller.ok('deleteDestination', { params: { id }, headers: { 'x-txwarden-force': 'true' } })
        expect(await notified(svcTxId)).toMatchObject([{ state: 'CANCELLED' }])
        await caller.ok('deleteControlList', { params: { controlListId } })
      })

      test('are not found by an unknown id, nor retried without a selection', async ({ skip }) => {
        if (!target.isOurs) skip()
        await caller.refused('getDelivery', 404, 'not-found', { params: { deliveryId: unknownId } })
        await caller.refused('retryDeliveries', 404, 'not-found', { body: { ids: [unknownId] } })
        await caller.refused('retryDeliveries', 400, 'invalid-body', { body: {} })
        await caller.refused('listDeliveries', 400, 'invalid-query', { query: '?state=LOST' })
      })
    })

    describe('holds', () => {
      interface Hold {
        readonly id: string
        readonly state: string
        readonly requestedBy: string
        readonly expiresAt: string
      }
      const blockedTransaction = async (over: Record<string, unknown> = {}) => {
        const to = randomAddress()
        const { controlListId } = await caller.ok<{ controlListId: string }>('createControlList', {
          body: { address: to, type: 'BLOCK', productType: 'SONAR' },
        })
        const { svcTxId } = await caller.ok<ValidationAnswer>('validateTransaction', {
          body: validation({ to, ...over }),
        })
        await caller.ok('deleteControlList', { params: { controlListId } })
        return { to, svcTxId }
      }
      const asked = (svcTxId: string, over: Record<string, unknown> = {}) => ({
        digest: randomDigest(),
        kind: 'signed-transaction',
        method: 'eth_sendRawTransaction',
        chainId: '1',
        svcTxIds: [svcTxId],
        ...over,
      })
      const request = (body: Record<string, unknown>) => caller.ok<Hold>('requestHold', { body })
      const of = ({ id }: Hold) => ({ params: { holdId: id } })
      const hash = `0x${'ab'.repeat(32)}`

      test('a person approves it, and it is released and forwarded once', async ({ skip }) => {
        if (!target.isOurs) skip()
        const { to, svcTxId } = await blockedTransaction()
        const body = asked(svcTxId)
        const held = await request(body)
        expect(held).toMatchObject({
          state: 'held',
          verdict: 'BLOCKED',
          combinedScore: 100,
          subCategory: 'blockedAddress',
          notifiedAlerts: 0,
          parts: [{ svcTxId, from: ADDRESSES.sender, value: '1000', verdict: 'BLOCKED' }],
        })
        expect((held as unknown as { parts: { to: string }[] }).parts[0]?.to.toLowerCase()).toBe(to)
        expect(await request(body)).toEqual(held)
        await caller.refused('releaseHold', 409, 'hold-not-approved', of(held))
        await caller.refused('settleHold', 409, 'hold-not-released', { ...of(held), body: { outcome: 'refused' } })

        const approved = await caller.ok<Hold & { decidedBy: string }>('approveHold', {
          ...of(held),
          body: { reason: 'the invoice is real' },
        })
        expect(approved).toMatchObject({ id: held.id, state: 'approved', reason: 'the invoice is real' })
        expect(approved.decidedBy).not.toBe(held.requestedBy)
        await caller.refused('approveHold', 409, 'hold-not-held', { ...of(held), body: {} })
        expect(await request(body)).toEqual(approved)

        const { releaseToken } = await caller.ok<{ releaseToken: string }>('releaseHold', of(held))
        await caller.refused('releaseHold', 409, 'hold-not-approved', of(held))
        await caller.refused('rejectHold', 409, 'hold-not-held', { ...of(held), body: {} })
        expect(await request(body)).toMatchObject({ id: held.id, state: 'released' })
        expect(await caller.ok('getHold', of(held))).not.toHaveProperty('releaseToken')
        // Who has the key, and not the token, cannot say that it was not sent.
        for (const over of [{}, { releaseToken: '' }, { releaseToken: `${releaseToken}x` }])
          await caller.refused('settleHold', 409, 'hold-not-released', {
            ...of(held),
            body: { outcome: 'refused', ...over },
          })
        expect(await request(body)).toMatchObject({ id: held.id, state: 'released' })
        const refused = { ...of(held), body: { outcome: 'refused', releaseToken } }
        expect(await caller.ok('settleHold', refused)).toEqual({ ...approved, updatedAt: expect.any(String) })

        // A token is of one release.
        expect(await caller.ok('releaseHold', of(held))).toMatchObject({ state: 'released' })
        await caller.refused('settleHold', 409, 'hold-not-released', refused)
        const settled = {
          ...of(held),
          body: { outcome: 'forwarded', transactionId: hash.toUpperCase().replace('X', 'x') },
        }
        const forwarded = await caller.ok('settleHold', settled)
        expect(forwarded).toMatchObject({ state: 'forwarded', transactionId: hash })
        expect(forwarded).not.toHaveProperty('expiresAt')
        expect(await caller.ok('settleHold', settled)).toEqual(forwarded)
        await caller.refused('settleHold', 409, 'hold-not-released', { ...of(held), body: { outcome: 'refused' } })
        expect(await request(body)).toEqual(forwarded)
        expect(await caller.ok('getHold', of(held))).toEqual(forwarded)

        const { content } = await caller.ok<{ content: Record<string, unknown>[] }>('listAudit', {
          query: `?resourceId=${held.id}&sort=at,asc&sort=id,asc`,
        })
        const actors = { requestedBy: held.requestedBy, decidedBy: approved.decidedBy }
        expect(content.map(({ action, actor }) => [action, actor])).toEqual([
          ['hold.request', held.requestedBy],
          ['hold.approve', approved.decidedBy],
          ['hold.release', held.requestedBy],
          ['hold.return', held.requestedBy],
          ['hold.release', held.requestedBy],
          ['hold.forward', held.requestedBy],
        ])
        for (const { after } of content.slice(1)) expect(after).toMatchObject(actors)
      })

      test('a rejection refuses the same again', async ({ skip }) => {
        if (!target.isOurs) skip()
        const body = asked((await blockedTransaction()).svcTxId)
        const held = await request(body)
        const rejected = await caller.ok('rejectHold', { ...of(held), body: { reason: 'unknown payee' } })
        expect(rejected).toMatchObject({ id: held.id, state: 'rejected', reason: 'unknown payee' })
        expect(await request(body)).toEqual(rejected)
        await caller.refused('releaseHold', 409, 'hold-not-approved', of(held))

        const other = await request({ ...body, digest: randomDigest() })
        await caller.ok('approveHold', { ...of(other), body: {} })
        expect(await caller.ok('rejectHold', { ...of(other), body: {} })).toMatchObject({ state: 'rejected' })
        await caller.refused('releaseHold', 409, 'hold-not-approved', of(other))
      })

      test('an approval is for this content and verdict, whatever digest another request names', async ({ skip }) => {
        if (!target.isOurs) skip()
        const to = randomAddress()
        const validate = async (over: Record<string, unknown> = {}) =>
          (await caller.ok<ValidationAnswer>('validateTransaction', { body: validation({ to, ...over }) })).svcTxId
        const body = asked(await validate())
        const mild = await request(body)
        expect(mild).toMatchObject({ verdict: 'NO DATA' })
        await caller.ok('approveHold', { ...of(mild), body: {} })
        expect(await request({ ...body, svcTxIds: [await validate()] })).toMatchObject({ id: mild.id })

        const others = [{ value: '1001' }, { data: '0x01' }, { to: randomAddress() }, { from: randomAddress() }]
        expect(await request({ ...body, method: 'eth_sendPrivateRawTransaction' })).toMatchObject({ state: 'held' })
        for (const over of others)
          expect(await request({ ...body, svcTxIds: [await validate(over)] })).toMatchObject({ state: 'held' })
        expect(await request({ ...body, svcTxIds: [await validate(), await validate()] })).toMatchObject({
          state: 'held',
        })

        const { controlListId } = await caller.ok<{ controlListId: string }>('createControlList', {
          body: { address: to, type: 'BLOCK', productType: 'SONAR' },
        })
        const worse = await request({ ...body, svcTxIds: [await validate()] })
        expect(worse).toMatchObject({ state: 'held', verdict: 'BLOCKED' })
        expect(await caller.ok('getHold', of(mild))).toMatchObject({ state: 'expired' })
        await caller.refused('releaseHold', 409, 'hold-not-approved', of(mild))
        await caller.ok('deleteControlList', { params: { controlListId } })
        // A better verdict is covered by the hold of the worse one.
        expect(await request({ ...body, svcTxIds: [await validate()] })).toMatchObject({ id: worse.id })
      })

      test('a message is judged again, and not stored', async ({ skip }) => {
        if (!target.isOurs) skip()
        const spender = randomAddress()
        const typedData = {
          types: {
            Permit: [
              { name: 'owner', type: 'address' },
              { name: 'spender', type: 'address' },
              { name: 'value', type: 'uint256' },
              { name: 'nonce', type: 'uint256' },
              { name: 'deadline', type: 'uint256' },
            ],
          },
          primaryType: 'Permit',
          domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC },
          message: {
            owner: ADDRESSES.sender,
            spender,
            value: String(2n ** 256n - 1n),
            nonce: '0',
            deadline: '1900000000',
          },
        }
        const message = { chainId: '1', from: ADDRESSES.sender, typedData }
        const body = {
          digest: randomDigest(),
          kind: 'signature',
          method: 'eth_signTypedData_v4',
          chainId: '1',
          messages: [message],
        }
        const held = await request(body)
        const judged = await caller.ok<ValidationAnswer & { explanation: { actions: string[] } }>('validateTypedData', {
          body: message,
        })
        expect(held).toMatchObject({
          combinedScore: judged.combinedScore,
          parts: [
            {
              from: ADDRESSES.sender,
              to: USDC,
              primaryType: 'Permit',
              actions: judged.explanation.actions,
            },
          ],
        })
        await caller.ok('approveHold', { ...of(held), body: {} })
        await caller.ok('releaseHold', of(held))
        await caller.ok('settleHold', { ...of(held), body: { outcome: 'forwarded' } })
        // One use: a signature is not kept, so the next one is asked for again.
        expect(await request(body)).toMatchObject({ state: 'held' })
        await caller.refused('requestHold', 400, 'invalid-body', {
          body: { ...body, messages: [{ ...message, typedData: {} }] },
        })
      })

      test('are listed by state, newest first, in pages', async ({ skip }) => {
        if (!target.isOurs) skip()
        const holds = [await request(asked((await blockedTransaction()).svcTxId))]
        holds.unshift(await request(asked((await blockedTransaction()).svcTxId)))
        const [second, first] = holds as [Hold, Hold]
        type Page = { content: Hold[]; totalElements: number; next?: string }
        const page = await caller.ok<Page>('listHolds', { query: '?state=held&size=2' })
        expect(await caller.ok('listRequestedHolds', { query: '?state=held&size=2' })).toEqual(page)
        expect(page.content.map(({ id }) => id)).toEqual([second.id, first.id])
        const next = await caller.ok<Page>('listHolds', { query: `?state=held&size=1&after=${await cursorAfter(1)}` })
        expect(next.content.map(({ id }) => id)).toEqual([first.id])
        await caller.ok('rejectHold', { ...of(second), body: {} })
        expect((await caller.ok<Page>('listHolds', { query: '?state=held&size=1' })).content).toMatchObject([first])
        expect((await caller.ok<Page>('listHolds', { query: '?state=rejected&size=1' })).content).toMatchObject([
          { id: second.id, state: 'rejected' },
        ])
        await caller.refused('listHolds', 400, 'invalid-query', { query: '?state=lost' })

        async function cursorAfter(size: number): Promise<string> {
          return (await caller.ok<Page>('listHolds', { query: `?state=held&size=${size}` })).next ?? ''
        }
      })

      test('each key of the wrong kind is refused', async ({ skip }) => {
        if (!target.isOurs) skip()
        const held = await request(asked((await blockedTransaction()).svcTxId))
        const body = {}
        for (const id of ['approveHold', 'rejectHold'] as const)
          await caller.refused(id, 403, 'wrong-key-kind', { ...of(held), body, key: 'validation' })
        for (const id of ['getHold', 'listHolds'] as const)
          await caller.refused(id, 403, 'wrong-key-kind', { ...of(held), key: 'validation' })
        for (const id of [
          'requestHold',
          'releaseHold',
          'settleHold',
          'getRequestedHold',
          'listRequestedHolds',
        ] as const)
          await caller.refused(id, 403, 'wrong-key-kind', { ...of(held), key: 'management' })
        for (const id of ['getHold', 'getRequestedHold'] as const) expect(await caller.ok(id, of(held))).toEqual(held)
      })

      test('invalid requests name what is wrong', async ({ skip }) => {
        if (!target.isOurs) skip()
        const { svcTxId } = await blockedTransaction()
        const wrong = [
          ['svcTxIds.0', { svcTxIds: [unknownId] }],
          ['svcTxIds.0', { chainId: '10' }],
          ['digest', { digest: '0xAB' }],
          ['method', { method: 'send money' }],
          ['kind', { kind: 'anything' }],
          ['holdForMs', { holdForMs: 1 }],
          ['holdForMs', { holdForMs: 31 * 86_400_000 }],
          ['chainId', { chainId: '4' }],
        ] as const
        for (const [path, over] of wrong) {
          const refused = await caller.refused('requestHold', 400, 'invalid-body', { body: asked(svcTxId, over) })
          expect(refused.errors).toEqual([expect.objectContaining({ path })])
        }
        await caller.refused('requestHold', 400, 'invalid-body', { body: asked(svcTxId, { svcTxIds: [] }) })
        for (const id of ['getHold', 'releaseHold'] as const)
          await caller.refused(id, 404, 'not-found', { params: { holdId: unknownId } })
        for (const id of ['approveHold', 'rejectHold'] as const) {
          await caller.refused(id, 404, 'not-found', { params: { holdId: unknownId }, body: {} })
          const long = { reason: 'a'.repeat(501) }
          await caller.refused(id, 400, 'invalid-body', { params: { holdId: unknownId }, body: long })
        }
      })
    })

    describe('calls that were forwarded without a verdict', () => {
      const body = {
        at: '2026-01-02T03:04:05.000Z',
        method: 'eth_sendRawTransaction',
        chainId: '31337',
        from: `0x${'1'.repeat(40)}`,
        to: null,
        digest: `0x${'ab'.repeat(32)}`,
        why: 'the service is not available',
      }

      test('are in the audit log', async ({ skip }) => {
        if (!target.isOurs) skip()
        await caller.ok('recordUnjudgedCall', { body })
        type Page = { content: { action: string; resourceId: string; after: unknown }[] }
        const { content } = await caller.ok<Page>('listAudit', { query: '?action=proxy.forward-unjudged&size=1' })
        expect(content).toMatchObject([{ action: 'proxy.forward-unjudged', resourceId: body.digest, after: body }])
      })

      test('need the validation key, and every member', async ({ skip }) => {
        if (!target.isOurs) skip()
        await caller.refused('recordUnjudgedCall', 403, 'wrong-key-kind', { body, key: 'management' })
        for (const wrong of [{ method: 'send money' }, { why: '' }, { to: '0x1' }, { chainId: 'one' }, { at: 'now' }])
          await caller.refused('recordUnjudgedCall', 400, 'invalid-body', { body: { ...body, ...wrong } })
      })
    })

    describe('invalid requests', () => {
      test('an unknown path is a 404, an unsupported method a 405 with Allow', async () => {
        asProblem(await caller.raw('GET', '/api/v3/anything', { key: 'management' }), 404, 'unknown-route')
        const answer = await caller.raw('PATCH', '/api/v2/management/control-lists', { key: 'management' })
        asProblem(answer, 405, 'method-not-allowed')
        expect(answer.headers.allow?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
      })

      test('HEAD is answered wherever GET is, with the same status and type and no body', async ({ skip }) => {
        if (!target.isOurs) skip()
        const reads = operationIds.map(operation).filter(({ method }) => method === 'GET')
        expect(reads.length).toBeGreaterThan(9)
        for (const { path, key } of reads)
          for (const given of [key, null]) {
            const [head, get] = [
              await caller.raw('HEAD', path, { key: given }),
              await caller.raw('GET', path, { key: given }),
            ]
            expect(head.body).toBe('')
            const { headers, status } = head
            expect({ path, status, type: headers['content-type'] }).toEqual({
              path,
              status: get.status,
              type: get.headers['content-type'],
            })
            expect(headers['content-length'], path).toBe(String(Buffer.byteLength(get.body)))
          }
        const { path } = operation('createAlert')
        expect((await caller.raw('HEAD', '/api/v3/anything', { key: 'management' })).status).toBe(404)
        expect((await caller.raw('HEAD', `${path}/x/status`, { key: 'management' })).status).toBe(405)
      })

      test('a body that is not JSON, empty, not an object, of another type or too large', async () => {
        const send = (body: string, headers: Record<string, string> = {}) =>
          caller.send('createControlList', { body, headers })
        asProblem(await send('{"address":'), 400, 'invalid-json')
        asProblem(
          await send(JSON.stringify({ address: ADDRESSES.sender, chainId: '1', name: 'a\0b' })),
          400,
          'invalid-body',
        )
        asProblem(await send(''), 400, 'invalid-json')
        asProblem(await send('[]'), 400, 'invalid-body')
        asProblem(await send('null'), 400, 'invalid-body')
        asProblem(await send(`{"address":"${'a'.repeat(1024 * 1024)}"}`), 413, 'body-too-large')
      })

      test.each([
        ['content-type', ['text/plain', '', 'application/jsonp', 'multipart/form-data; boundary=x']],
        [
          'content-type',
          ['iso-8859-1', 'UTF-16', '"utf-16le"', 'us-ascii', '', 'utf-8; charset=utf-7', 'utf-8,utf-16'].map(
            (charset) => `application/json; charset=${charset}`,
          ),
        ],
        ['content-encoding', ['gzip', 'br', 'identity, gzip', 'deflate', 'GZIP', 'zstd', 'x']],
      ])('a body of another type, charset or coding: %s', async (name, values) => {
        for (const value of values) {
          const answer = await caller.send('createControlList', { body: '{}', headers: { [name]: value } })
          asProblem(answer, 415, 'unsupported-media-type')
          expect(answer.headers).toMatchObject({ accept: 'application/json', 'accept-encoding': 'identity' })
        }
      })

      test('JSON in UTF-8 may say so', async () => {
        for (const headers of [
          ...['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/vnd.x+json; v=1'].map(
            (type) => ({ 'content-type': type }),
          ),
          { 'content-encoding': 'identity' },
        ])
          await caller.ok('validateTransaction', { body: validation(), headers })
      })

      test('a body with a member twice: readers would differ in which one counts', async ({ skip }) => {
        if (!target.isOurs) skip()
        const entry = `"address":"${randomAddress()}","productType":"SONAR"`
        const refused = await caller.refused('createControlList', 400, 'invalid-body', {
          body: `{${entry},"type":"BLOCK",\n"\\u0074ype":"ALLOW"}`,
        })
        expect(refused.detail).toBe('Invalid body: it has the member "type" twice in one object (line 2).')
        const { transaction } = validation()
        await caller.refused('validateTransaction', 400, 'invalid-body', {
          body: JSON.stringify({ transaction, trackNonce: false }).replace('{"', `{"to":"${randomAddress()}","to":1,"`),
        })
      })

      test('unknown members are ignored', async () => {
        expect(
          await caller.ok('validateTransaction', { body: { ...validation(), extra: { deep: true } } }),
        ).toMatchObject({ valid: true })
      })

      test.each([
        ['input', '0xa9059cbb', 'data'],
        ['authorizationList', [{ chainId: 1, address: randomAddress(), nonce: 0 }], 'authorizations'],
      ])('%s of a transaction is not ignored: it changes what is sent', async (name, value, ours) => {
        const { transaction, ...body } = validation()
        const given = { ...body, transaction: { ...transaction, [name]: value } }
        expect(await caller.refused('validateTransaction', 400, 'invalid-body', { body: given })).toMatchObject({
          errors: [{ path: `transaction.${name}`, message: `is not read: name it ${ours}` }],
        })
      })

      test('unknown members are refused in a body of ours, however deep', async () => {
        const filter = { fromScore: 50, minUSD: 1000 }
        const body = { alertName: 'a', alertType: 'MONITOR', destinationIds: [], transactionFilter: filter }
        const problem = await caller.refused('createAlertWithAdditions', 400, 'invalid-body', { body })
        expect(problem).toMatchObject({
          errors: [{ path: 'transactionFilter.minUSD', message: 'is not a member of this body' }],
        })
      })
    })

    describe('a repeated request', () => {
      test('with one Idempotency-Key is executed once, and with another body rejected', async () => {
        const key = { 'idempotency-key': `contract-${randomAddress()}` }
        const body = { address: randomAddress(), type: 'ALLOW', productType: 'SONAR' }
        const first = await caller.ok<{ controlListId: string }>('createControlList', { body, headers: key })
        expect(await caller.ok('createControlList', { body, headers: key })).toEqual(first)
        await caller.refused('createControlList', 409, 'idempotency-key-reused', {
          body: { ...body, type: 'BLOCK' },
          headers: key,
        })
        await caller.ok('deleteControlList', { params: { controlListId: first.controlListId } })
      })

      test('replays an error, and a verdict only while the control lists are unchanged', async () => {
        const key = { 'idempotency-key': `contract-${randomAddress()}` }
        const to = randomAddress()
        const body = validation({ to })
        const first = await caller.ok<ValidationAnswer>('validateTransaction', { body, headers: key })
        expect(await caller.ok('validateTransaction', { body, headers: key })).toEqual(first)
        await caller.refused('validateTransaction', 409, 'idempotency-key-reused', {
          body,
          headers: { ...key, 'x-txwarden-payload-slot': 'no' },
        })
        const settings: Record<string, string>[] = [{ 'x-txwarden-simulate': 'no' }, { 'x-txwarden-block': '1' }]
        for (const setting of target.isOurs ? settings : [])
          await caller.refused('validateTransaction', 409, 'idempotency-key-reused', {
            body,
            headers: { ...key, ...setting },
          })
        const { controlListId } = await caller.ok<{ controlListId: string }>('createControlList', {
          body: { address: to, type: 'BLOCK', productType: 'SONAR' },
        })
        await caller.refused('validateTransaction', 409, 'verdict-outdated', { body, headers: key })
        await caller.ok('deleteControlList', { params: { controlListId } })
      })

      test('a dry run is neither stored nor replayed', async ({ skip }) => {
        if (!target.isOurs) skip()
        const key = { 'idempotency-key': `contract-${randomAddress()}` }
        const body = validation({ to: randomAddress() }, { signTransaction: true })
        const dry = { body, headers: { ...key, 'x-txwarden-dry-run': 'true' } }
        for (const id of ['validateTransaction', 'validateTransactionV1'] as const)
          for (const _ of ['before', 'again']) {
            const judged = await caller.ok<ValidationAnswer>(id, dry)
            expect(judged).toMatchObject({ valid: true })
            expect(judged).not.toHaveProperty('svcTxId')
            expect(judged).not.toHaveProperty('payload')
          }
        const kept = await caller.ok<ValidationAnswer>('validateTransaction', { body, headers: key })
        expect(kept).toMatchObject({ svcTxId: expect.any(String), payload: expect.any(String) })
        expect(await caller.ok('validateTransaction', dry)).not.toHaveProperty('svcTxId')
        expect(await caller.ok('validateTransaction', { body, headers: key })).toEqual(kept)
        const odd = { body, headers: { 'x-txwarden-dry-run': 'perhaps' } }
        await caller.refused('validateTransaction', 400, 'invalid-header', odd)
      })
    })

    describe('administration', () => {
      test('settings are read and changed one at a time, which the audit log has', async ({ skip }) => {
        if (!target.isOurs) skip()
        const before = await caller.ok('getSettings')
        const changed = { ...before, payloadExpirySeconds: 1800 }
        expect(await caller.ok('updateSettings', { body: { payloadExpirySeconds: 1800 } })).toEqual(changed)
        await caller.refused('updateSettings', 400, 'invalid-body', { body: { blockThreshold: 0 } })
        expect(await caller.ok('getSettings')).toEqual(changed)
        expect(await caller.ok('updateSettings', { body: before })).toEqual(before)
        const query = '?action=settings&sort=at,desc&size=1'
        const last = await caller.ok<{ next: string }>('listAudit', { query })
        expect(last).toMatchObject({ content: [{ after: before }], next: expect.any(String) })
        expect(await caller.ok('listAudit', { query: `${query}&after=${last.next}` })).toMatchObject({
          content: [{ before, after: changed, action: 'settings.update' }],
        })
      })
    })

    describe('chains', () => {
      interface Listed {
        readonly content: { readonly id: string }[]
      }
      const idsOf = async (query = '') =>
        (await caller.ok<Listed>('listKnownChains', { query })).content.map(({ id }) => id)

      test('that no list knows are defined, replaced and removed, which the audit log has', async ({ skip }) => {
        if (!target.isOurs) skip()
        const params = { chainId: '777001' }
        const body = { name: 'our-rollup', currency: 'FOO' }
        const made = { id: '777001', ...body, decimals: 18, source: 'defined', isTest: false }
        expect(await caller.ok('setChain', { params, body })).toEqual(made)
        expect(await idsOf()).toContain('777001')
        const limits = { finality: 20, maxFee: '5' }
        expect(await caller.ok('setChain', { params, body: { ...body, ...limits } })).toEqual({ ...made, ...limits })
        const monitor = { chainId: '777001', address: randomAddress(), name: 'on our rollup' }
        const { id } = await caller.ok<{ id: string }>('createMonitor', { body: monitor })
        await caller.refused('unsetChain', 409, 'chain-in-use', { params })
        await caller.ok('deleteMonitor', { params: { id } })
        expect(await caller.ok('unsetChain', { params })).toMatchObject(made)
        await caller.refused('unsetChain', 404, 'not-found', { params })
        expect(await idsOf()).not.toContain('777001')
        const { content } = await caller.ok<{ content: { action: string }[] }>('listAudit', {
          query: '?action=chain&resourceId=777001&sort=at,desc',
        })
        expect(content.map(({ action }) => action)).toEqual(['chain.undefine', 'chain.update', 'chain.define'])
      })

      test('that are known have limits of their own, and names that no other takes', async ({ skip }) => {
        if (!target.isOurs) skip()
        const params = { chainId: '59144' }
        const body = { maxFee: '100000000000000000' }
        expect(await caller.ok('setChain', { params, body })).toMatchObject({ name: 'linea', source: 'list', ...body })
        expect(await caller.ok('unsetChain', { params })).toMatchObject({ id: '59144' })
        await caller.ok('updateChain', { params, body })
        expect(await caller.ok('updateChain', { params, body: { finality: 'safe' } })).toMatchObject({
          ...body,
          finality: 'safe',
        })
        await caller.refused('updateChain', 400, 'invalid-body', { params, body: {} })
        await caller.refused('updateChain', 400, 'invalid-body', { params: { chainId: '777002' }, body })
        await caller.ok('unsetChain', { params })
        const named = { name: 'linea', currency: 'FOO' }
        for (const chainId of ['59144', '777002'])
          await caller.refused('setChain', 409, 'chain-known', { params: { chainId }, body: named })
        await caller.refused('setChain', 400, 'invalid-body', { params: { chainId: '777002' }, body })
        await caller.refused('setChain', 400, 'invalid-path', { params: { chainId: 'linea' }, body })
      })

      test('of the list are listed with the others where all are asked for', async ({ skip }) => {
        if (!target.isOurs) skip()
        expect((await idsOf('?all=true')).length).toBeGreaterThan((await idsOf()).length)
      })
    })

    describe('contracts', () => {
      const call = 'payOutFromVault(address to, uint256 amount)'
      const effects = [{ kind: 'transfer', asset: { token: 'native', amount: 'amount' }, from: '@contract', to: 'to' }]

      test('are described, replaced and removed, which the audit log has', async ({ skip }) => {
        if (!target.isOurs) skip()
        const address = randomAddress()
        const key = { address, chainId: '8453' }
        const body = { ...key, name: 'vault', functions: [{ call, effects }, { call: 'total()' }] }
        const made = await caller.ok<{ functions: object[] }>('setContract', { body })
        expect(made).toMatchObject({
          chainId: '8453',
          name: 'vault',
          source: 'operator',
          functions: [
            { call, effects, signature: 'payOutFromVault(address,uint256)', status: 'read' },
            { effects: [], signature: 'total()', status: 'named' },
          ],
        })
        expect(await caller.ok('listContracts', { query: `?address=${address}&chainId=8453` })).toEqual({
          content: [made],
          size: 25,
          number: 0,
          totalElements: 1,
        })
        const described = { ...key, source: 'erc7730', functions: [{ call, effects }] }
        expect(await caller.ok('setContract', { body: described })).toMatchObject({
          name: 'vault',
          source: 'erc7730',
          functions: [{ effects, status: 'named' }],
        })
        expect(await caller.ok('deleteContract', { params: key })).toMatchObject({ source: 'erc7730' })
        await caller.refused('deleteContract', 404, 'not-found', { params: key })
        const query = `?action=contract&resourceId=8453/${address.toLowerCase()}&sort=at,desc`
        const { content } = await caller.ok<{ content: { action: string; before: unknown }[] }>('listAudit', { query })
        expect(content.map(({ action }) => action)).toEqual(['contract.delete', 'contract.update', 'contract.create'])
        expect(content[1]?.before).toEqual(made)
      })

      test('with anything that is no function or no effect are refused', async ({ skip }) => {
        if (!target.isOurs) skip()
        const key = { address: randomAddress(), chainId: '8453' }
        const [effect] = effects
        for (const functions of [
          [],
          [{ call: 'payOut(address' }],
          [{ call, effects: [{ ...effect, to: 'nobody' }] }],
          [{ call, effects: [{ ...effect, kind: 'gift' }] }],
          [{ call }, { call: 'payOutFromVault(address a, uint256 b)' }],
        ])
          await caller.refused('setContract', 400, 'invalid-body', { body: { ...key, functions } })
        expect(await caller.ok('listContracts', { query: `?address=${key.address}` })).toMatchObject({ content: [] })
      })
    })

    describe('names of addresses', () => {
      const name = () => `payroll ${randomAddress()}`

      test('are given, found, changed and removed, which the audit log has', async ({ skip }) => {
        if (!target.isOurs) skip()
        const [address, first, second] = [checksummed(randomAddress()), name(), name()]
        const made = { address, chainId: '8453', name: first, source: 'operator' }
        expect(await caller.ok('setName', { body: { address, chainId: '8453', name: first } })).toEqual({
          ...made,
          alike: [],
        })
        const changed = { ...made, name: second }
        expect(await caller.ok('setName', { body: { address, chainId: '8453', name: second } })).toMatchObject(changed)
        const everywhere = { ...made, chainId: 'all' }
        expect(await caller.ok('setName', { body: { address, name: first } })).toMatchObject(everywhere)
        expect(await caller.ok('listNames', { query: `?address=${address}&sort=chainId,desc` })).toEqual({
          content: [changed, everywhere],
          size: 25,
          number: 0,
          totalElements: 2,
        })
        const found = (query: string) => caller.ok('findNames', { query })
        expect(await found(`?address=${address}&chainId=8453`)).toEqual({ content: [changed, everywhere], near: [] })
        expect(await found(`?address=${address}&chainId=1`)).toEqual({ content: [everywhere], near: [] })
        expect(await found(`?name=${encodeURIComponent(second.toUpperCase())}`)).toEqual({
          content: [changed],
          near: [],
        })
        const mistyped = `?name=${encodeURIComponent(first.replace('payroll', 'payrol'))}`
        expect(await found(mistyped)).toEqual({ content: [], near: [first] })
        expect(await caller.ok('deleteName', { params: { chainId: 'all', address } })).toEqual(everywhere)
        expect(await caller.ok('deleteName', { params: { chainId: '8453', address } })).toEqual(changed)
        await caller.refused('deleteName', 404, 'not-found', { params: { chainId: '8453', address } })
        const query = `?action=name&resourceId=8453/${address.toLowerCase()}&sort=at,desc`
        const { content } = await caller.ok<{ content: { action: string }[] }>('listAudit', { query })
        expect(content.map(({ action }) => action)).toEqual(['name.delete', 'name.update', 'name.create'])
      })

      test('of monitored addresses are found with them, and are not removed here', async ({ skip }) => {
        if (!target.isOurs) skip()
        const [address, given] = [checksummed(randomAddress()), name()]
        await caller.ok('createMonitor', { body: { address, chainId: '1', name: given } })
        const known = { address, chainId: '1', name: given, source: 'monitor' }
        expect(await caller.ok('findNames', { query: `?address=${address}` })).toEqual({ content: [known], near: [] })
        expect(
          await caller.ok('listNames', { query: `?name=${encodeURIComponent(given)}&source=monitor` }),
        ).toMatchObject({ content: [known] })
        await caller.refused('deleteName', 404, 'not-found', { params: { chainId: '1', address } })
      })

      test('that are like another, or whose addresses are, are said', async ({ skip }) => {
        if (!target.isOurs) skip()
        const [address, given] = [checksummed(randomAddress()), name()]
        await caller.ok('setName', { body: { address, name: given } })
        const digits = address.slice(5, 39).toLowerCase()
        const twin = checksummed(
          `${address.slice(0, 5)}${Array.from(digits).reverse().join('')}${address.slice(39)}`.toLowerCase(),
        )
        const known = { address, chainId: 'all', name: given, source: 'operator' }
        const alikeOf = async (body: object) => (await caller.ok<{ alike: object[] }>('setName', { body })).alike
        expect(await alikeOf({ address: randomAddress(), name: given })).toContainEqual({ ...known, code: 'same-name' })
        const cyrillic = given.replace('a', 'а')
        expect(await alikeOf({ address: randomAddress(), name: cyrillic })).toContainEqual({
          ...known,
          code: 'similar-name',
        })
        expect(await alikeOf({ address: twin, name: name() })).toEqual([{ ...known, code: 'similar-address' }])
      })

      test('that look like an address, or name none, are refused', async ({ skip }) => {
        if (!target.isOurs) skip()
        const address = randomAddress()
        for (const body of [
          { address, name: '' },
          { address, name: '@payroll' },
          { address, name: '0x52908400098527886E0F7030069857D2E4169EE7' },
          { address: 'payroll', name: 'payroll' },
          { address, name: 'payroll', chainId: 'base' },
        ])
          await caller.refused('setName', 400, 'invalid-body', { body })
        await caller.refused('findNames', 400, 'invalid-query', {})
      })
    })

    describe('policies', () => {
      const payee = randomAddress()
      const body = {
        name: 'contract-suite',
        mode: 'enforce',
        applies: { senders: [randomAddress()] },
        default: 'deny',
        allow: [{ pays: { to: [payee], per: { '24h': '0.5 ETH' } } }],
      }
      const params = { name: body.name }

      test('are stored, replaced and removed, which the audit log has', async ({ skip }) => {
        if (!target.isOurs) skip()
        const digest = '5e'.repeat(32)
        const made = await caller.ok('setPolicy', { body, headers: { 'x-txwarden-file-sha256': digest } })
        expect(made).toMatchObject(body)
        expect((await caller.ok<{ content: unknown[] }>('listPolicies')).content).toContainEqual(made)
        await caller.ok('setPolicy', { body: { ...body, mode: 'observe' } })
        expect(await caller.ok('deletePolicy', { params })).toMatchObject({ name: body.name, mode: 'observe' })
        for (const id of ['deletePolicy', 'getPolicyUsage'] as const)
          await caller.refused(id, 404, 'not-found', { params })
        const query = '?action=policy&resourceId=contract-suite&sort=at,desc'
        const { content } = await caller.ok<{ content: object[] }>('listAudit', { query })
        expect(content).toMatchObject([
          { action: 'policy.delete', before: { mode: 'observe' } },
          { action: 'policy.update', before: { mode: 'enforce' }, after: { mode: 'observe' } },
          { action: 'policy.create', after: { ...body, file: digest } },
        ])
      })

      test('reserve what they allow, until it is released', async ({ skip }) => {
        if (!target.isOurs) skip()
        await caller.ok('setPolicy', { body })
        const pay = (value: string) =>
          caller.ok<ValidationAnswer>('validateTransaction', {
            body: validation({ from: body.applies.senders[0], to: payee, value }),
          })
        const { svcTxId, valid } = await pay('300000000000000000')
        expect(valid).toBe(true)
        expect(await pay('200000000000000001')).toMatchObject({
          valid: false,
          error: 'policy contract-suite: 0.500000000000000001 of 0.5 ETH in 24 h',
        })
        const { summary } = await caller.ok<{ summary: object }>('replayPolicies', {
          body: { since: '2020-01-01T00:00:00Z', policies: [{ ...body, allow: [], default: 'hold' }] },
        })
        expect(summary).toMatchObject({ blocked: 1, held: 2 })
        const [sender] = body.applies.senders
        const drafted = { since: '2020-01-01T00:00:00Z', sender, name: 'contract-suite-draft' }
        expect(await caller.ok('draftPolicy', { body: drafted })).toMatchObject({
          policy: {
            name: drafted.name,
            mode: 'observe',
            default: 'deny',
            allow: [{ pays: { assets: ['ETH'], perTransaction: '0.3 ETH', per: { '24h': '0.51 ETH' } } }],
          },
          leftOut: [],
          summary: { passed: 1, leftOut: 0 },
          isDone: true,
        })
        const { content } = await caller.ok<{ content: { policy: string }[] }>('checkPolicies')
        expect(content.filter(({ policy }) => policy === body.name)).toEqual([])
        expect(await caller.ok('getPolicyUsage', { params })).toMatchObject({
          content: [{ clause: 'allow[0]', window: '24h', used: '0.3 ETH', limit: '0.5 ETH', reservations: 1 }],
        })
        const of = { params: { 'svc-transaction-id': svcTxId } }
        const reservation = { policy: body.name, amount: '0.3 ETH' }
        expect(await caller.ok('getReservations', of)).toMatchObject({
          svcTxId,
          content: [{ ...reservation, state: 'reserved' }],
        })
        expect(await caller.ok('releaseReservations', of)).toEqual({
          svcTxId,
          released: [{ policy: body.name, amount: '0.3', unit: 'ETH' }],
        })
        expect(await caller.ok('getReservations', of)).toMatchObject({
          content: [{ ...reservation, state: 'released' }],
        })
        await caller.refused('releaseReservations', 404, 'not-found', of)
        expect(await pay('500000000000000000')).toMatchObject({ valid: true })
        await caller.ok('deletePolicy', { params })
      })

      test('that are wrong are refused, with the member', async ({ skip }) => {
        if (!target.isOurs) skip()
        for (const [wrong, path] of [
          [{ default: 'ask' }, 'default'],
          [{ allow: [{ pays: { per: { '24h': '500' } } }] }, 'allow[0].pays.per.24h'],
          [{ allow: [{ pays: { to: ['bob'] } }] }, 'allow[0].pays.to[0]'],
          [{ allow: [{ verdict: 'unsafe' }] }, 'allow[0]'],
          [{ deny: [{ hours: 'weekdays' }] }, 'deny[0].hours'],
        ] as const) {
          const answer = await caller.refused('setPolicy', 400, 'invalid-body', { body: { ...body, ...wrong } })
          expect(answer.errors).toMatchObject([{ path }])
        }
      })
    })

    describe('Safes', () => {
      const service = { serviceUrl: 'https://safe.example.org/planted', serviceKey: 'planted-key' }

      test('are added, changed and removed, with secrets that never come back', async ({ skip }) => {
        if (!target.isOurs) skip()
        const body = { chainId: '8453', address: checksummed(randomAddress()), name: 'treasury' }
        const made = await caller.ok<{ id: string }>('createSafe', { body: { ...body, ...service } })
        expect(made).toMatchObject({ ...body, service: 'safe.example.org', isHosted: false, interval: '5s' })
        const named = `?name=treasury&address=${body.address.toLowerCase()}&chainId=8453`
        expect(await caller.ok('listSafes', { query: named })).toEqual({
          content: [made],
          size: 25,
          number: 0,
          totalElements: 1,
        })
        await caller.refused('createSafe', 409, 'safe-exists', { body })
        const changed = await caller.ok('updateSafe', { body: { id: made.id, name: 'vault', serviceUrl: 'hosted' } })
        expect(changed).toMatchObject({ name: 'vault', service: 'api.safe.global', isHosted: true })
        const without = await caller.ok('updateSafe', { body: { id: made.id, serviceUrl: '' } })
        expect(without).toMatchObject({ name: 'vault', isHosted: false })
        expect(without).not.toHaveProperty('service')
        await caller.refused('getSafe', 503, 'no-node', { params: { safeId: made.id } })
        for (const event of [{ address: body.address, type: 'NEW_CONFIRMATION' }, { address: null }, {}])
          expect(await caller.ok('pollSafes', { body: event })).toBeUndefined()
        await caller.refused('pollSafes', 400, 'invalid-body', { body: { address: 'treasury' } })
        const removed = await caller.ok('deleteSafe', { params: { safeId: made.id } })
        for (const id of ['getSafe', 'deleteSafe'] as const)
          await caller.refused(id, 404, 'not-found', { params: { safeId: made.id } })
        await caller.refused('updateSafe', 404, 'not-found', { body: { id: made.id } })
        const { content } = await caller.ok<{ content: object[] }>('listAudit', {
          query: `?action=safe&resourceId=${made.id}&sort=at,desc`,
        })
        expect(content).toMatchObject([
          { action: 'safe.delete' },
          { action: 'safe.update', before: { service: 'api.safe.global' } },
          { action: 'safe.update', before: { service: 'safe.example.org' } },
          { action: 'safe.create', after: { service: 'safe.example.org' } },
        ])
        expect(JSON.stringify([made, changed, removed, content])).not.toContain('planted')
      })

      test('are read from a node, with what is weak about them', async ({ skip }) => {
        if (!target.isOurs) skip()
        const body = { chainId: CHAIN_WITH_NODE, address: SAFE_ON_NODE }
        const { id: safeId } = await caller.ok<{ id: string }>('createSafe', { body })
        const shown = await caller.ok<{ findings: { code: string }[] }>('getSafe', { params: { safeId } })
        expect(shown).toMatchObject({ id: safeId, state: { version: '1.4.1', threshold: 1, nonce: '7', modules: [] } })
        expect(shown.findings.map(({ code }) => code)).toEqual(['threshold-one', 'unknown-singleton', 'unknown-proxy'])
        await caller.ok('deleteSafe', { params: { safeId } })
      })

      test('are refused with a key alone, and with what is no base URL', async ({ skip }) => {
        if (!target.isOurs) skip()
        const body = { chainId: '8453', address: randomAddress() }
        const { serviceKey } = service
        await caller.refused('createSafe', 400, 'invalid-body', { body: { ...body, serviceKey } })
        await caller.refused('createSafe', 400, 'invalid-body', { body: { ...body, chainId: '4' } })
        for (const serviceUrl of ['x', 'ftp://safe.example.org', 'https://a:b@safe.example.org'])
          await caller.refused('createSafe', 400, 'bad-service-url', { body: { ...body, serviceUrl } })
        expect(await caller.ok('listSafes', { query: `?address=${body.address}` })).toMatchObject({ content: [] })
      })
    })

    test('tokens are found by symbol and address, with the decimals of a list or a node', async ({ skip }) => {
      if (!target.isOurs) skip()
      const found = (query: string) => caller.ok('listTokens', { query })
      const usdc = {
        chainId: '1',
        address: USDC,
        symbol: 'USDC',
        decimals: 6,
        verified: true,
      }
      for (const wanted of ['symbol=USDC', 'symbol=usdc', `address=${USDC.toLowerCase()}`])
        expect(await found(`?chainId=1&${wanted}`)).toMatchObject({ content: [usdc] })
      // Two tokens of public lists.
      expect(await found('?chainId=1&symbol=LIT')).toMatchObject({ content: [{ symbol: 'LIT' }, { symbol: 'LIT' }] })
      for (const wanted of ['symbol=USDCoin', `symbol=${encodeURIComponent('USDС')}`, `address=${randomAddress()}`])
        expect(await found(`?chainId=1&${wanted}`)).toEqual({ content: [] })
      // The node answers no call of this account.
      expect(await found(`?chainId=${CHAIN_WITH_NODE}&address=${randomAddress()}`)).toEqual({ content: [] })
      for (const wanted of ['chainId=1', 'symbol=USDC', `chainId=1&symbol=USDC&address=${USDC}`, 'chainId=1&address=7'])
        await caller.refused('listTokens', 400, 'invalid-query', { query: `?${wanted}` })
    })

    describe('how the service runs', () => {
      const params = { chainId: CHAIN_WITH_NODE }

      test('nodes and chains are listed, and of a node no more than its host', async ({ skip }) => {
        if (!target.isOurs) skip()
        const nodes = await caller.ok<{ content: { chain: string; host: string }[] }>('listNodes')
        expect(nodes.content).toMatchObject([
          { chain: 'avalanche', host: expect.stringContaining('127.0.0.1'), paused: false },
        ])
        expect(await caller.ok('listNodes', { query: '?chainId=1' })).toEqual({ content: [] })
        const [chain] = (await caller.ok<{ content: object[] }>('listChains', { query: '?nodes=true&chainId=43114' }))
          .content
        expect(chain).toMatchObject({ chain: 'avalanche', next: 'follow', nodes: [{ head: '1000' }] })
        const unasked = await caller.send('listChains')
        expect(unasked.body).not.toContain('"nodes"')
        expect(JSON.stringify([nodes, chain, unasked.body])).not.toContain('planted')
        await caller.refused('listChains', 400, 'invalid-query', { query: '?nodes=perhaps' })
      })

      test('a chain is paused and resumed, each once, and the audit log says by which key', async ({ skip }) => {
        if (!target.isOurs) skip()
        const state = { chainId: CHAIN_WITH_NODE, chain: 'avalanche' }
        expect(await caller.ok('pauseChain', { params })).toEqual({ ...state, paused: true, changed: true })
        expect(await caller.ok('pauseChain', { params })).toEqual({ ...state, paused: true, changed: false })
        const paused = { query: `?address=${randomAddress()}&chainId=${CHAIN_WITH_NODE}` }
        const problem = await caller.refused('getExposure', 503, 'no-node', paused)
        expect(problem.parameters).toEqual({ chain: 'avalanche', isPaused: 'true' })
        expect(await caller.ok('resumeChain', { params })).toEqual({ ...state, paused: false, changed: true })
        type Page = { content: { action: string; actor: string }[] }
        const query = `?action=chain&resourceId=${CHAIN_WITH_NODE}&sort=at,desc&size=2`
        const { content } = await caller.ok<Page>('listAudit', { query })
        expect(content.map(({ action }) => action)).toEqual(['chain.resume', 'chain.pause'])
        expect(content.every(({ actor }) => actor !== 'local' && actor !== '')).toBe(true)
        for (const id of ['pauseChain', 'resumeChain'] as const)
          await caller.refused(id, 404, 'not-found', { params: { chainId: '4' } })
      })

      test('a repeated pause with one Idempotency-Key has one answer', async ({ skip }) => {
        if (!target.isOurs) skip()
        const headers = { 'idempotency-key': `contract-${randomAddress()}` }
        const first = await caller.ok('pauseChain', { params, headers })
        await caller.ok('resumeChain', { params })
        expect(await caller.ok('pauseChain', { params, headers })).toEqual(first)
        expect(await caller.ok('resumeChain', { params })).toMatchObject({ changed: false })
      })

      test('exposure and history are read from the node', async ({ skip }) => {
        if (!target.isOurs) skip()
        const address = randomAddress()
        expect(
          await caller.ok('getExposure', { query: `?address=${address}&chainId=${CHAIN_WITH_NODE}` }),
        ).toMatchObject({ content: [], failed: [], searched: [{ chain: 'avalanche', block: 1000, notRead: null }] })
        const wanted = { address, chainId: CHAIN_WITH_NODE }
        const synced = await caller.ok('syncHistory', { body: { ...wanted, block: '1' } })
        expect(synced).toMatchObject({ address, fromBlock: 1, toBlock: 1000, contacts: 0 })
        await caller.ok('syncHistory', { body: { ...wanted, seconds: 60 } })
        await caller.refused('getExposure', 400, 'invalid-query')
        await caller.refused('getExposure', 503, 'no-node', { query: `?address=${address}&chainId=1` })
        await caller.refused('syncHistory', 503, 'no-node', { body: { ...wanted, chainId: '1', block: '1' } })
        await caller.refused('syncHistory', 409, 'block-not-there', { body: { ...wanted, block: '1001' } })
        for (const over of [{}, { block: '1', seconds: 1 }, { seconds: -1 }, { block: 'latest' }])
          await caller.refused('syncHistory', 400, 'invalid-body', { body: { ...wanted, ...over } })
      })

      test('feeds and what they know are read', async ({ skip }) => {
        if (!target.isOurs) skip()
        expect(await caller.ok('listFeeds')).toEqual({ content: [] })
        const { content: offered } = await caller.ok('listFeedCatalogue')
        expect(offered).toContainEqual(expect.objectContaining({ name: 'ofac', licence: 'MIT', enabled: false }))
        expect(await caller.ok('enableFeed', { body: { source: 'mew' } })).toMatchObject({ asOf: null })
        expect(await caller.ok('disableFeed', { params: { source: 'mew' } })).toMatchObject({ sync: null })
        await caller.refused('enableFeed', 400, 'invalid-body', { body: { source: 'none' } })
        await caller.refused('disableFeed', 404, 'not-found', { params: { source: 'ofac' } })
        expect(await caller.ok('checkAddress', { query: `?address=${USDC}&chainId=1` })).toMatchObject({
          address: USDC.toLowerCase(),
          records: [{ kind: 'token', importedAt: null }],
        })
        expect(await caller.ok('checkSelector', { query: '?selector=0x095EA7B3' })).toEqual({
          selector: '0x095ea7b3',
          signatures: [],
        })
        await caller.refused('checkAddress', 400, 'invalid-query', { query: '?address=usdc' })
        await caller.refused('checkSelector', 400, 'invalid-query', { query: '?selector=approve' })
      })
    })

    describe('lists that change', () => {
      test('find stored verdicts that got worse, once, and what an address touched', async ({ skip }) => {
        if (!target.isOurs) skip()
        const payee = randomAddress()
        const { svcTxId } = await caller.ok<ValidationAnswer>('validateTransaction', {
          body: validation({ to: payee, value: '1' }),
        })
        const query = `?address=${payee}`
        expect(await caller.ok('listAffected', { query })).toMatchObject({
          content: [{ svcTxId, verdict: 'NO DATA', executed: 'unknown' }],
          listings: [],
          counterparties: [],
        })
        expect(await caller.ok('previewRescreen', { query })).toMatchObject({ content: [], total: 0, isDone: true })
        await caller.ok('createControlList', {
          body: { address: payee, type: 'BLOCK', productType: 'SONAR', chainIds: [] },
        })
        const changed = { total: 1, worse: 1, content: [{ svcTxId, from: 'NO DATA', to: 'BLOCKED' }], isDone: true }
        expect(await caller.ok('previewRescreen', { query })).toMatchObject(changed)
        const report = await caller.ok<{ id: string }>('rescreenTransactions', { body: { address: payee } })
        expect(report).toMatchObject(changed)
        expect(await caller.ok('rescreenTransactions', { body: { id: report.id } })).toMatchObject(changed)
        expect(await caller.ok('rescreenTransactions', { body: { address: payee } })).toMatchObject({ total: 0 })
        expect(await caller.ok('previewRescreen', { query: '?rules=true' })).toMatchObject({ isDone: true })
        await caller.refused('previewRescreen', 400, 'invalid-query', { query: `${query}&rules=true` })
        await caller.refused('rescreenTransactions', 404, 'not-found', { body: { source: 'no such source' } })
        await caller.refused('rescreenTransactions', 404, 'not-found', { body: { id: 'unknown' } })
        await caller.refused('listAffected', 400, 'invalid-query')
      })
    })

    test('every operation of the interface is called', () => {
      const expected = operationIds.filter((id) => !isAddition(operation(id)))
      expect([...caller.exercised].filter((id) => expected.includes(id)).sort()).toEqual([...expected].sort())
    })

    test('every operation of this service succeeded, and all its answers fit the OpenAPI document', ({ skip }) => {
      if (!target.isOurs) skip()
      expect(operationIds.filter((id) => !caller.answered.has(id))).toEqual([])
    })
  })
}
