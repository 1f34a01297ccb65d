import { describe, expect, test } from 'vitest'
import { recordsOf } from '../feed.ts'

describe('a file of another format', () => {
  test.each([
    ['scamsniffer', 'address,label\n0x01,x\n', 'JSON array or object'],
    ['scamsniffer', '', 'empty file, expected JSON'],
    ['scamsniffer', '["0x61c0ffee00112233445566778899aabbccddee01",', 'incomplete JSON'],
    ['scamsniffer', '[] []', 'after the end of the JSON'],
    ['scamsniffer', '["0x61c0ffee00112233445566778899aabbccddee01"}', 'brackets'],
    ['mew', '<html></html>', 'JSON array or object'],
    ['forta', 'address,chain_id,comment\n', 'header of a Forta table'],
    ['eth-labels', 'address,label\n', 'no column chainId, name, symbol'],
    ['eth-labels', '', 'empty file, expected a header line'],
    ['addresses', 'address,label\n0x01,x\n', 'no column kind'],
    ['cryptoscamdb', '{"a": 1}', 'YAML list'],
    ['cryptoscamdb', 'a: 1\n', 'YAML list'],
    ['cryptoscamdb', '# nothing\n', 'empty file, expected a YAML list'],
    ['4byte', 'approve(address,uint256)', 'selector'],
    ['revoke', '{"name":"x"}', 'spenders/1/0x….json'],
    ['etherscan-labels', '{}', 'no explorer (etherscan, '],
  ] as const)('%s: %j', async (format, bytes, fault) => {
    await expect(recordsOf(format, { bytes })).rejects.toMatchObject({
      kind: 'refused',
      code: 'not-this-format',
      message: expect.stringContaining(fault),
    })
  })
})

test('rejects an element above 1 MiB', async () => {
  const bytes = `["${'x'.repeat(2 ** 20)}"]`
  for (const pieces of [undefined, 4096])
    await expect(recordsOf('token-list', { bytes, ...(pieces && { pieces }) })).rejects.toMatchObject({
      message: expect.stringContaining('larger than 1 MiB'),
    })
})

test('rejects a YAML item above 8 KiB, whose keys would take seconds to compare', async () => {
  const keys = Array.from({ length: 1000 }, (_, index) => `  k${index}: 1\n`)
  await expect(recordsOf('cryptoscamdb', { bytes: `- name: a\n${keys.join('')}` })).rejects.toMatchObject({
    message: expect.stringContaining('larger than 8 KiB'),
  })
})

describe('chains of addresses', () => {
  const key = '0xe7e5ca00112233445566778899aabbccddeeff01'
  const labelled = `{"${key}": {"name": "", "labels": ["heist"]}}`
  const chainsOf = async (...read: Parameters<typeof recordsOf>) =>
    (await recordsOf(...read)).map((record) => record.chainIds)

  test('the last explorer in the path decides', async () => {
    const path = '/home/etherscan/etherscan-labels/polygonscan/combined/combinedAllLabels.json'
    expect(await chainsOf('etherscan-labels', { path, bytes: labelled })).toEqual([['137']])
  })

  test('--chain overrides the path', async () => {
    expect(await chainsOf('etherscan-labels', { bytes: labelled, chainIds: ['10'] })).toEqual([['10']])
    const path = '/x/etherscan/combined/combinedAllLabels.json'
    expect(await chainsOf('etherscan-labels', { path, bytes: labelled, chainIds: ['10'] })).toEqual([['10']])
  })

  test('a list without chains applies to every chain, or to those of --chain', async () => {
    const bytes = `["${key}"]`
    expect(await chainsOf('ofac', { bytes })).toEqual([[]])
    expect(await chainsOf('ofac', { bytes, chainIds: ['1', '56'] })).toEqual([['1', '56']])
  })

  test('a chain in the row overrides --chain', async () => {
    const bytes = `address,chain_id,comment\n${key},137,a router\n`
    expect(await chainsOf('forta-fp', { bytes, chainIds: ['1'] })).toEqual([['137']])
  })
})
