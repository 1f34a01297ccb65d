import { describe, expect } from 'vitest'
import { lookUpIntel } from '../../../src/service/intel/look-up.ts'
import { createReads } from '../../../src/service/records/reads/reads.ts'
import { skeletonOf } from '../../../src/service/risk/parties/similarity.ts'
import { staleAmong } from '../../../src/service/store/repositories/intel.ts'
import { type LocalIntel, stream, test } from './local-intel.ts'

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const forged = '0xf0e6ed00112233445566778899aabbccddeeff01'
const router = '0x40e7e400112233445566778899aabbccddee0abc'
const lookalike = '0x40e999999999999999999999999999999999aabc'

/** What is known, without the sources' names. */
async function lookUp({ service }: LocalIntel, addresses: readonly string[], chainId = '1') {
  return lookUpIntel(createReads(service.store.read), addresses, chainId)
}

async function stale({ service, clock }: LocalIntel) {
  const { sources } = await createReads(service.store.read).configuration()
  return staleAmong(sources, clock.now())
}

async function importRows({ intel }: LocalIntel, ...rows: readonly string[]) {
  const from = stream(['address,kind,chainIds,label,symbol,name', ...rows].join('\n'))
  await intel.import({ format: 'addresses', source: 'ours', from })
}

describe('records', () => {
  test('come from feeds and the baseline, each with its source', async ({ local }) => {
    await importRows(local, `${usdc},malicious,,touched by a phishing page,,`)
    const { intel } = await lookUp(local, [usdc])
    expect(intel.map(({ kind, label, source, canonical }) => ({ kind, label, source, canonical }))).toEqual([
      { kind: 'token', label: 'USD Coin (USDC)', source: 'txwarden baseline', canonical: true },
      { kind: 'malicious', label: 'touched by a phishing page', source: 'ours', canonical: undefined },
    ])
  })

  test('apply to their own chains only', async ({ local }) => {
    await importRows(local, `${router},malicious,10 56,a scam,,`)
    const kinds = async (chainId: string) => (await lookUp(local, [router], chainId)).intel.map(({ kind }) => kind)
    expect([await kinds('1'), await kinds('56')]).toEqual([[], ['malicious']])
  })

  test('of many addresses are found at once; none for an empty list', async ({ local }) => {
    await importRows(local, `${router},mixer,,a mixer,,`, `${forged},malicious,,a scam,,`)
    const { intel } = await lookUp(local, [forged, usdc, router])
    expect(intel.map(({ address }) => address.toLowerCase()).sort()).toEqual([usdc, forged, router].sort())
    expect((await lookUp(local, [])).intel).toEqual([])
  })
})

test('accepts a list of addresses of any length', async ({ local }) => {
  await importRows(local, `${router},mixer,,a mixer,,`, `${forged},malicious,,a scam,,`)
  const many = Array.from({ length: 40_000 }, (_, index) => `0x${(index * 7919).toString(16).padStart(40, '1')}`)
  const addresses = [forged, ...many, router]
  const reads = createReads(local.service.store.read)
  const [{ intel }, entries, lookalikes, counterparties] = await Promise.all([
    lookUp(local, addresses),
    reads.entries({ addresses, product: 'SONAR', revision: 0 }),
    reads.lookalikes({ addresses, chainId: '1' }),
    reads.counterparties(addresses.map((address) => ({ chainId: '1', owner: usdc, address }))),
  ])
  expect(intel.map(({ address }) => address)).toEqual([forged, router])
  expect([entries, [...lookalikes.keys()], counterparties]).toEqual([[], [], []])
})

describe('lookalikes', () => {
  test('are known contracts with the same first three and last three digits, on the same chain', async ({ local }) => {
    await importRows(local, `${router},protocol,1,Example Router,,`)
    const on = async (chainId: string) =>
      [...(await lookUp(local, [lookalike, forged], chainId)).lookalikes].map(([address, records]) => [
        address,
        records.map(({ label }) => label),
      ])
    expect(await on('1')).toEqual([[lookalike, ['Example Router']]])
    expect(await on('10')).toEqual([])
  })

  test('include the baseline', async ({ local }) => {
    const imitation = '0xa0b00000000000000000000000000000000beb48'
    const { lookalikes } = await lookUp(local, [imitation])
    expect(lookalikes.get(imitation)?.map(({ label }) => label)).toEqual(['USD Coin (USDC)'])
  })

  test('exclude threats, wallets, and the known contract itself', async ({ local }) => {
    await importRows(local, `${router},malicious,,a scam,,`)
    await local.intel.import({ format: 'forta-fp', from: stream(`${router},1,FailSafe Wallet Address\n`) })
    expect((await lookUp(local, [lookalike])).lookalikes).toEqual(new Map())
    await importRows(local, `${router},protocol,,Example Router,,`)
    expect((await lookUp(local, [router])).lookalikes).toEqual(new Map())
  })
})

describe('tokens that look alike', () => {
  test('are found by the skeleton of their symbol or name, on the same chain', async ({ local }) => {
    const real = '0x70ce1a00112233445566778899aabbccddeeff01'
    await importRows(
      local,
      `${real},token,1,,EXD,Example Dollar`,
      `${forged},malicious,1,counterfeit,\u0415\u200bX\u0501,`,
    )
    const { tokensBySkeleton } = await lookUp(local, [forged])
    expect([...tokensBySkeleton].map(([skeleton, found]) => [skeleton, found.map(({ address }) => address)])).toEqual([
      [skeletonOf('EXD'), [real]],
    ])
  })

  test("are only canonical ones: a label feed's USDC is not compared", async ({ local }) => {
    const from = stream(`address,chainId,label,name,symbol\n${forged},1,defi,USD Coin,USDC\n`)
    await local.intel.import({ format: 'eth-labels', from })
    const { tokensBySkeleton } = await lookUp(local, [forged])
    expect(tokensBySkeleton.get(skeletonOf('USDC'))?.map(({ source }) => source)).toEqual(['txwarden baseline'])
  })
})

test('a source is stale once its snapshot exceeds its age limit, and never without a limit', async ({ local }) => {
  const hour = 3_600_000
  await importRows(local, `${router},protocol,,Example Router,,`)
  await local.intel.import({ format: 'ofac', source: 'sanctions', from: stream(router), maxAgeMs: hour })
  local.clock.advance(hour)
  expect(await stale(local)).toEqual([])
  local.clock.advance(1)
  expect(await stale(local)).toEqual([{ name: 'sanctions', ageMs: hour + 1 }])
})

test('an address check reports every source, every chain, and lookalikes', async ({ local }) => {
  await importRows(local, `${router},protocol,10,Example Router,,`)
  const known = await local.check(lookalike.toUpperCase().replace('0X', '0x'))
  expect(known).toEqual({
    address: lookalike,
    chain: 'EVM',
    isInvalid: false,
    records: [],
    lookalikes: [
      {
        address: router,
        kind: 'protocol',
        subCategory: null,
        severity: null,
        label: 'Example Router',
        symbol: null,
        chainIds: ['10'],
        source: 'ours',
        importedAt: '2026-01-02T03:04:05.000Z',
        asOf: '2026-01-02T03:04:05.000Z',
        isStale: false,
      },
    ],
  })
  const { records } = await local.check(usdc, '1')
  expect(records).toEqual([expect.objectContaining({ source: 'txwarden baseline', importedAt: null, isStale: false })])
})
