import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { intelOn } from '../../../../src/service/store/repositories/intel.ts'
import { evidenceRevision } from '../../../../src/service/store/repositories/revisions.ts'
import { send } from '../../../support/requests.ts'
import { address, type LocalIntel, openLocalIntel, ours, rowsOf, stream, test } from '../local-intel.ts'

const labelsOn = async ({ service }: LocalIntel, key: string) =>
  (await intelOn(service.store.read, [key])).map((hit) => hit.label)

const count = async ({ service }: LocalIntel, table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    service.store.read,
  )
  return rows[0]?.count
}

describe('a snapshot', () => {
  test('reports rows read, kept and rejected, with reasons', async ({ local: { intel } }) => {
    const report = await intel.import({
      format: 'addresses',
      from: stream(
        ['address,kind', `${address(1)},malicious`, 'nonsense,malicious', `${address(1)},malicious`, 'x'].join('\n'),
      ),
      maxAgeMs: 1000,
      chainIds: ['1'],
    })
    expect(report).toEqual({
      source: 'addresses:stdin',
      format: 'addresses',
      read: 4,
      kept: 2,
      rejected: 2,
      rejections: [
        {
          why: 'not an address',
          count: 2,
          examples: ['{"address":"nonsense","kind":"malicious"}', '{"address":"x","kind":""}'],
        },
      ],
      invalid: [],
      entries: 1,
      importedAt: '2026-01-02T03:04:05.000Z',
      asOf: '2026-01-02T03:04:05.000Z',
      maxAgeMs: 1000,
      isStale: false,
      silentSince: null,
      chainIds: ['1'],
      url: null,
      sync: null,
      replaced: null,
    })
    const { replaced: _, ...record } = report
    expect(await intel.sources()).toEqual([record])
  })

  test('replaces the old snapshot of its source only', async ({ local }) => {
    await local.intel.import({ ...ours(...rowsOf(10, 'old')), source: 'other' })
    await local.intel.import(ours(...rowsOf(10, 'old')))
    local.clock.advance(60_000)
    const report = await local.intel.import(ours(...rowsOf(9, 'new')))

    expect(report.replaced).toEqual({ kept: 10, importedAt: '2026-01-02T03:04:05.000Z' })
    expect(await labelsOn(local, address(3))).toEqual(['old', 'new'])
    expect(await labelsOn(local, address(9))).toEqual(['old'])
    expect([await count(local, 'intel_entries'), await count(local, 'intel_generations')]).toEqual([19, 2])
  })

  test('increases the evidence revision once, so that stored verdicts are not replayed', async ({
    local: { service, intel },
  }) => {
    const before = await evidenceRevision(service.store.read)
    await intel.import(ours(...rowsOf(200)))
    expect(await evidenceRevision(service.store.read)).toBe(before + 1)
    await intel.remove('ours')
    expect(await evidenceRevision(service.store.read)).toBe(before + 2)
  })

  test("keeps the source's age limit and chains unless given new ones", async ({ local: { intel } }) => {
    await intel.import({ ...ours(...rowsOf(3)), maxAgeMs: 5000, chainIds: ['10'] })
    expect(await intel.import(ours(...rowsOf(3)))).toMatchObject({ maxAgeMs: 5000, chainIds: ['10'] })
    expect(await intel.import({ ...ours(...rowsOf(3)), maxAgeMs: 7000 })).toMatchObject({ maxAgeMs: 7000 })
  })

  test('takes its time from asOf, at most now', async ({ local: { intel, clock } }) => {
    const day = 86_400_000
    const old = await intel.import({ ...ours(...rowsOf(1)), maxAgeMs: day, asOf: clock.now() - 2 * day })
    expect(old).toMatchObject({ asOf: '2025-12-31T03:04:05.000Z', isStale: true })
    const future = await intel.import({ ...ours(...rowsOf(1)), asOf: clock.now() + day })
    expect(future).toMatchObject({ asOf: '2026-01-02T03:04:05.000Z', isStale: false })
  })

  test('of OFAC is stale after a week by default', async ({ local: { intel } }) => {
    const report = await intel.import({ format: 'ofac', from: stream(address(1)) })
    expect(report.maxAgeMs).toBe(7 * 86_400_000)
  })

  test('writes an audit record, as does its removal', async ({ local: { service, intel } }) => {
    await intel.import(ours(...rowsOf(2)))
    await intel.remove('ours')
    const { rows } = await sql<{ action: string; resource_id: string; before: string | null; after: string | null }>`
      select action, resource_id, before, after from audit order by id`.execute(service.store.read)
    expect(rows.map((row) => [row.action, row.resource_id, row.before !== null, row.after !== null])).toEqual([
      ['intel.import', 'ours', false, true],
      ['intel.remove', 'ours', true, false],
    ])
  })
})

describe('several rows about one address', () => {
  test('become one entry: the gravest, with a count of the others', async ({ local }) => {
    const [, ...rows] = [
      '',
      `${address(1)},malicious,40,first page`,
      `${address(1).toUpperCase().replace('0X', '0x')},malicious,90,second page`,
      `${address(1)},malicious,,third page`,
      `${address(1)},benign,,a fact`,
    ]
    const from = stream(['address,kind,severity,label', ...rows].join('\n'))
    const report = await local.intel.import({ format: 'addresses', source: 'ours', from })
    expect(report).toMatchObject({ kept: 4, entries: 2 })
    const hits = await intelOn(local.service.store.read, [address(1)])
    expect(hits).toEqual([
      expect.objectContaining({ kind: 'malicious', severity: 90, label: 'second page and 2 more' }),
      expect.objectContaining({ kind: 'benign', label: 'a fact', canonical: true }),
    ])
  })

  test('keep every signature of a selector', async ({ local: { intel, folder, service } }) => {
    const { mkdirSync, writeFileSync } = await import('node:fs')
    mkdirSync(`${folder}/signatures`)
    const both = 'approve(address,uint256);watch_tg_invmru_2f69f1b(address,address)'
    writeFileSync(`${folder}/signatures/095ea7b3`, both)
    await intel.import({ format: '4byte', from: { path: `${folder}/signatures` } })
    expect(await send(service, 'GET', '/ext/v1/intel/selectors?selector=0x095EA7B3')).toEqual({
      selector: '0x095ea7b3',
      signatures: both.split(';').map((signature) => ({ signature, source: '4byte:signatures' })),
    })
  })
})

describe('a refused feed', () => {
  test.each([
    ['is something else', 'not-this-format', () => ['nonsense,malicious,', 'more nonsense,malicious,', ...rowsOf(1)]],
    ['is empty', 'empty-feed', () => []],
    ['is more than a fifth smaller', 'shrunk-feed', () => rowsOf(79, 'new')],
  ] as const)('that %s keeps the old snapshot and leaves no rows', async (_, code, rows) => {
    const local = await openLocalIntel()
    await local.intel.import(ours(...rowsOf(100, 'old')))
    const revision = await evidenceRevision(local.service.store.read)

    await expect(local.intel.import(ours(...rows()))).rejects.toMatchObject({ kind: 'refused', code })
    expect(await labelsOn(local, address(7))).toEqual(['old'])
    expect([await count(local, 'intel_entries'), await count(local, 'intel_generations')]).toEqual([100, 1])
    expect(await evidenceRevision(local.service.store.read)).toBe(revision)
  })

  test('with incomplete JSON imports nothing', async ({ local }) => {
    const text = `[${Array.from({ length: 1000 }, (_, index) => `"${address(index)}"`).join(',')}`
    await expect(local.intel.import({ format: 'ofac', from: stream(text) })).rejects.toMatchObject({
      code: 'not-this-format',
    })
    expect(await local.intel.sources()).toEqual([])
    expect(await count(local, 'intel_entries')).toBe(0)
  })

  test('is accepted with force when small or empty, but not in another format', async ({ local: { intel } }) => {
    await intel.import(ours(...rowsOf(100)))
    expect(await intel.import({ ...ours(...rowsOf(10)), force: true })).toMatchObject({ kept: 10 })
    expect(await intel.import({ ...ours(), force: true })).toMatchObject({ read: 0, kept: 0, entries: 0 })
    await expect(intel.import({ ...ours('x,malicious,'), force: true })).rejects.toMatchObject({
      code: 'not-this-format',
    })
  })

  test('is accepted when a fifth smaller', async ({ local: { intel } }) => {
    await intel.import(ours(...rowsOf(100)))
    expect(await intel.import(ours(...rowsOf(80)))).toMatchObject({ kept: 80 })
  })

  test('has another format than its source', async ({ local: { intel } }) => {
    await intel.import(ours(...rowsOf(1)))
    await expect(intel.import({ format: 'ofac', source: 'ours', from: stream(address(1)) })).rejects.toMatchObject({
      code: 'other-format',
      message: expect.stringMatching(/ours .* addresses, not ofac/),
    })
  })

  test.each([
    [' ', 'not a name'],
    ['x<script>alert(1)</script>', 'not a name'],
    ['a\u0007b', 'not a name'],
    ['x'.repeat(101), '100 characters'],
    ['txwarden baseline', 'reserved'],
  ])('has an invalid name: %j', async (source, fault) => {
    const { intel } = await openLocalIntel()
    await expect(intel.import({ ...ours(...rowsOf(1)), source })).rejects.toMatchObject({
      code: 'bad-source-name',
      message: expect.stringContaining(fault),
    })
  })

  test('is not read to its end after ten thousand malformed rows', async ({ local: { intel } }) => {
    let pieces = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        pieces++
        yield Buffer.from('nonsense\n'.repeat(1000))
      }
    }
    await expect(intel.import({ format: 'ofac', from: { stream: endless(), name: 'endless' } })).rejects.toMatchObject({
      code: 'not-this-format',
    })
    expect(pieces).toBeLessThan(20)
  })
})

test('a removed source leaves no rows', async ({ local }) => {
  await local.intel.import(ours(...rowsOf(300)))
  expect(await local.intel.remove('ours')).toMatchObject({ source: 'ours', entries: 300 })
  expect(await labelsOn(local, address(1))).toEqual([])
  expect([await count(local, 'intel_entries'), await count(local, 'intel_generations')]).toEqual([0, 0])
  await expect(local.intel.remove('ours')).rejects.toMatchObject({ kind: 'not-found' })
})

describe('an import into a database that is reset or restored', () => {
  test.each([
    ['loses its generation', sql`delete from intel_generations`],
    ['finds it as it was before', sql`update intel_generations set last_entry = last_entry - 1`],
  ])('%s: fails and activates nothing', async (_, change) => {
    const { service, intel } = await openLocalIntel()
    async function* resetting(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(['address,kind,label', ...rowsOf(10)].join('\n'))
      await service.store.write(async (db) => {
        await change.execute(db)
      })
      yield Buffer.from('\n')
    }
    await expect(
      intel.import({ format: 'addresses', from: { stream: resetting(), name: 'feed' } }),
    ).rejects.toMatchObject({ code: 'import-lost' })
    expect(await intel.sources()).toEqual([])
  })
})

test('labels are one line of bounded length', async ({ local }) => {
  const from = stream(
    `${JSON.stringify({ address: address(1), kind: 'malicious', label: `a\u001b[2J\nb${'x'.repeat(999)}` })}\n`,
  )
  await local.intel.import({ format: 'addresses', from })
  const [label] = await labelsOn(local, address(1))
  expect(label).toMatch(/^a \[2J bx+…$/)
  expect(label).toHaveLength(200)
})
