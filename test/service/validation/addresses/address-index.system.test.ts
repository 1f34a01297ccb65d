import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { test as base, expect, onTestFinished } from 'vitest'
import { administer } from '../../../../src/service/administration/administration.ts'
import { openService, type Service } from '../../../../src/service/index.ts'
import { chunksOf } from '../../../../src/shared/chunks-of.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { insertRows, madeAddress } from '../../../support/indexable-rows.ts'
import { raise } from '../../../support/open-service.ts'
import { send, validate as validateOn } from '../../../support/requests.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const test = base.extend('opened', () => open())

const addressOf = (name: string) => `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`
const POOL = Array.from({ length: 12 }, (_, index) => addressOf(`address ${index}`))
const RARE = addressOf('rare')
const NEVER = addressOf('never')
const MINUTE_MS = 60_000

interface Opened {
  readonly service: Service
  readonly clock: TestClock
  /** Adds the blocks that are due. */
  index(): Promise<void>
}

async function open(): Promise<Opened & { readonly options: Parameters<typeof openService>[0] }> {
  const clock = new TestClock()
  const options = {
    ...(await freshDatabase(temporaryFolder())),
    env: {},
    clock,
    random: seededRandom(),
    report: raise,
  }
  const service = await openService(options)
  onTestFinished(() => service.close())
  const index = async () => {
    // A shared database gets blocks of older rows only.
    clock.advance(5 * MINUTE_MS)
    await service.indexAddresses(20_000)
  }
  return { service, clock, index, options }
}

const validate = async (service: Service, transaction: object) =>
  (await validateOn(service, { value: '0', ...transaction })).svcTxId

interface Page {
  readonly content: readonly { readonly svcTxId: string }[]
  readonly next?: string
  readonly partial?: true
}

const list = (service: Service, query: string) => send<Page>(service, 'GET', `/ext/v1/transactions?${query}`)

/** Ids of all pages. */
async function everyId(service: Service, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let after = ''; ; ) {
    const { content, next } = await list(service, `${query}${after}`)
    ids.push(...content.map(({ svcTxId }) => svcTxId))
    if (next === undefined) return ids
    after = `&after=${next}`
  }
}

const word = (address: string) => address.slice(2).padStart(64, '0')
const noise = (seed: number, bytes: number) =>
  createHash('sha512')
    .update(String(seed))
    .digest('hex')
    .slice(0, 2 * bytes)

/** Call data in which an address is an argument, in a word or in the middle of bytes that no table reads, or no call at all. */
const forms: readonly ((address: string, seed: number) => object)[] = [
  (address) => ({ to: address, value: '7' }),
  (address, seed) => ({ to: POOL[seed % 3], data: `0xa9059cbb${word(address)}${'1'.padStart(64, '0')}` }),
  (address, seed) => ({ to: POOL[seed % 3], data: `0x0badf00d${word(address)}` }),
  (address, seed) => ({
    to: POOL[seed % 3],
    data: `0x0badf00d${noise(seed, 7)}${address.slice(2)}${noise(seed + 1, 13)}`,
  }),
  (address, seed) => ({ data: `0x6080604052${noise(seed, 11)}73${address.slice(2)}${noise(seed + 2, 9)}` }),
]

const step = fc.record({
  form: fc.nat(forms.length - 1),
  from: fc.nat(POOL.length - 1),
  named: fc.nat(POOL.length - 1),
  /** The clock goes by so many ms before it; backwards on another machine. */
  ms: fc.oneof({ weight: 20, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.integer({ min: -600_000, max: 0 }) }),
  after: fc.oneof({ weight: 60, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('index') }),
})

test('the list of an address is what a scan of everything finds', async () => {
  const steps = fc.array(step, { minLength: 600, maxLength: 700, size: 'max' })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { service, clock, index } = await open()
      const naming = new Map<string, Set<string>>(POOL.map((address) => [address, new Set()]))
      for (const [seed, { form, from, named, ms, after }] of all.entries()) {
        clock.step(ms)
        const [sender, address] = [POOL[from] ?? '', POOL[named] ?? '']
        const transaction = { from: sender, ...forms[form]?.(address, seed) }
        const id = await validate(service, transaction)
        for (const each of [sender, address, 'to' in transaction ? String(transaction.to) : sender])
          naming.get(each)?.add(id)
        if (after === 'index') await index()
      }
      await index()
      const scanned = await everyId(service, 'size=500')
      expect(scanned).toHaveLength(all.length)
      for (const [address, ids] of naming)
        expect(await everyId(service, `address=${address}&size=37`)).toEqual(scanned.filter((id) => ids.has(id)))
      expect(await everyId(service, `address=${NEVER}`)).toEqual([])
    }),
    { numRuns: 2 },
  )
})

const many = async (service: Service, count: number, from = 0) => {
  const indexes = Array.from({ length: count }, (_, index) => from + index)
  for (const some of chunksOf(indexes, 50))
    await Promise.all(some.map((index) => validate(service, { from: POOL[0], to: POOL[1 + (index % 5)] })))
}

test('of very many rows that are stored late the oldest are left out, and said to be, until they are indexed', async ({
  opened: { service, clock, index },
}) => {
  await many(service, 600)
  await index()
  // The clock of another server is behind.
  clock.step(-9 * MINUTE_MS)
  const id = await validate(service, { from: POOL[0], to: RARE })
  await many(service, 1100)
  clock.step(9 * MINUTE_MS)
  const before = await list(service, `address=${RARE}`)
  expect(before).toMatchObject({ content: [], partial: true })
  await index()
  const after = await list(service, `address=${RARE}`)
  expect(after.content).toEqual([expect.objectContaining({ svcTxId: id })])
  expect(after).not.toHaveProperty('partial')
})

test('an address that only the row names is found, with any first byte', async ({ opened: { service, index } }) => {
  const named = Array.from({ length: 16 }, (_, at) => `0x${(0xf0 + at).toString(16)}${addressOf('any').slice(4)}`)
  const ids: string[] = []
  for (const address of named) ids.push(await validate(service, { from: POOL[0], ...forms[1]?.(address, 0) }))
  // As where only a trace named it.
  const request = JSON.stringify({ transaction: { chainId: '1', from: POOL[0], to: POOL[1] } })
  await service.store.write((db) => db.updateTable('transactions').set({ request, result: '{}' }).execute())
  const find = () => Promise.all(named.map((address) => everyId(service, `address=${address}`)))
  expect(await find()).toEqual(ids.map((id) => [id]))
  await many(service, 600)
  await index()
  expect(await find()).toEqual(ids.map((id) => [id]))
})

test('a transaction that is stored after the block of its time is found, before and after it is indexed', async ({
  opened: { service, clock, index },
}) => {
  for (let at = 0; at < 520; at++) {
    clock.advance(1000)
    await validate(service, { from: POOL[0], to: POOL[1] })
  }
  await index()
  // The clock of another server is behind.
  clock.step(-9 * MINUTE_MS)
  const id = await validate(service, { from: POOL[0], to: RARE })
  expect(await everyId(service, `address=${RARE}`)).toEqual([id])
  clock.step(9 * MINUTE_MS)
  await index()
  expect(await everyId(service, `address=${RARE}`)).toEqual([id])
  const marked = service.store.read.selectFrom('transactions').select('id').where('is_unindexed', '=', 1)
  expect(await marked.execute()).toEqual([])
})

test('filters narrow it; a sort order is refused; pages count on', async ({ opened: { service, index } }) => {
  await many(service, 600)
  await index()
  const base = await validate(service, { chainId: '8453', from: POOL[0], to: RARE })
  await validate(service, { from: POOL[0], to: RARE })
  expect(await everyId(service, `address=${RARE}&chainId=8453`)).toEqual([base])
  expect(await everyId(service, `address=${RARE}&origin=chain`)).toEqual([])
  await expect(list(service, `address=${RARE}&sort=createdAt,asc`)).rejects.toThrow(/sort cannot be combined/)
  const all = await everyId(service, `address=${POOL[1]}`)
  const second = await list(service, `address=${POOL[1]}&size=20&page=1`)
  expect(second.content.map(({ svcTxId }) => svcTxId)).toEqual(all.slice(20, 40))
  expect(second).toMatchObject({ totalElements: 40, totalIsAtLeast: true })
})

test('pruned transactions leave no block', async ({ opened: { service, clock, index, options } }) => {
  await many(service, 600)
  await index()
  const blocks = () => service.store.read.selectFrom('address_blocks').selectAll().execute()
  expect(await blocks()).toHaveLength(1)
  clock.advance(60 * MINUTE_MS)
  await many(service, 3)
  await administer(options).prune({ olderThanMs: 30 * MINUTE_MS, dryRun: false })
  expect(await blocks()).toEqual([])
  expect(await everyId(service, `address=${POOL[0]}`)).toHaveLength(3)
})

test('an address is found in old and new blocks, in those of late rows, and in no block', async ({
  opened: { service, clock, index },
}) => {
  const { store } = service
  // More blocks of 512 than are read at a time, and rows in no block.
  const count = 32 * 512 + 300
  const start = clock.now()
  await insertRows(store, 0, count, start)
  await index()
  const blocks = () => store.read.selectFrom('address_blocks').select('until_id').orderBy('until_at').execute()
  expect(await blocks()).toHaveLength(32)
  const rows = [0, 1, 511, 512, 8191, 8192, 8193, 16_383, 16_384, 16_600, count - 1]
  const found = (row: number) => everyId(service, `address=${madeAddress(`receiver ${row}`)}`)
  for (const row of rows) expect(await found(row)).toEqual([`row-${String(row).padStart(8, '0')}`])
  const ofSender = [15_007, 10_007, 5007, 7].map((row) => `row-${String(row).padStart(8, '0')}`)
  expect(await everyId(service, `address=${madeAddress('sender 7')}&size=1`)).toEqual(ofSender)
  expect(await found(-1)).toEqual([])

  // The clock of another server is behind: the block of the time is complete.
  clock.step(start + 3000 - clock.now())
  const late = await validate(service, { from: POOL[0], to: RARE })
  expect(await everyId(service, `address=${RARE}`)).toEqual([late])
  clock.step(60 * MINUTE_MS)
  await index()
  expect(await everyId(service, `address=${RARE}`)).toEqual([late])
  expect(await blocks()).toHaveLength(32)
})

test('rows of the time of blocks that were deleted get blocks of their own', async ({
  opened: { service, clock, index },
}) => {
  const start = clock.now()
  await insertRows(service.store, 0, 2 * 512, start)
  await index()
  await service.store.write(async (db) => {
    await db
      .deleteFrom('transactions')
      .where('created_at', '>=', start + 1000)
      .execute()
    await db
      .deleteFrom('address_blocks')
      .where('until_at', '>=', start + 1000)
      .execute()
  })
  await insertRows(service.store, 20_000, 20_512, start - 20_000 + 1000)
  await index()
  const ends = await service.store.read.selectFrom('address_blocks').select('until_id').orderBy('until_at').execute()
  expect(ends.map(({ until_id }) => until_id)).toEqual(['row-00000511', 'row-00020023'])
  expect(await everyId(service, `address=${madeAddress('receiver 20001')}`)).toEqual(['row-00020001'])
})
