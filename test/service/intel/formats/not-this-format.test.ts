import { describe, expect, test } from 'vitest'
import { recordsOf } from '../feed.ts'

describe('a file that is as a whole something else', () => {
  test.each([
    ['scamsniffer', 'address,label\n0x01,x\n', 'it is not a JSON array or object'],
    ['scamsniffer', '', 'it is empty, and should be JSON'],
    ['scamsniffer', '["0x61c0ffee00112233445566778899aabbccddee01",', 'its JSON ends in the middle'],
    ['scamsniffer', '[] []', 'there is more after the end of its JSON'],
    ['scamsniffer', '["0x61c0ffee00112233445566778899aabbccddee01"}', 'the brackets of its JSON do not match'],
    ['mew', '<html></html>', 'it is not a JSON array or object'],
    ['forta', 'address,chain_id,comment\n', 'its first line is the header of none of the tables of Forta'],
    ['eth-labels', 'address,label\n', 'its first line has no column chainId, name, symbol'],
    ['eth-labels', '', 'it is empty, and should have a header line'],
    ['addresses', 'address,label\n0x01,x\n', 'its first line has no column kind'],
    ['cryptoscamdb', '{"a": 1}', 'it is not a YAML list'],
    ['cryptoscamdb', 'a: 1\n', 'it is not a YAML list'],
    ['cryptoscamdb', '# nothing\n', 'it is empty, and should be a YAML list'],
    ['4byte', 'approve(address,uint256)', 'the name of a file is a selector, as in signatures/095ea7b3'],
    ['revoke', '{"name":"x"}', 'the chain and the address of a spender stand in its path, as in spenders/1/0x….json'],
    ['etherscan-labels', '{}', 'no explorer stands in its path'],
  ] as const)('%s: %j', async (format, bytes, fault) => {
    await expect(recordsOf(format, { bytes })).rejects.toMatchObject({
      kind: 'refused',
      code: 'not-this-format',
      message: expect.stringContaining(`this is not what the format says: ${fault}`),
    })
  })
})

test('one document of more than 1 MiB is no list', async () => {
  const bytes = `["${'x'.repeat(2 ** 20)}"]`
  for (const pieces of [undefined, 4096])
    await expect(recordsOf('token-list', { bytes, ...(pieces && { pieces }) })).rejects.toMatchObject({
      message: expect.stringContaining('one element of it is larger than 1 MiB'),
    })
})

describe('where addresses are', () => {
  const key = '0xe7e5ca00112233445566778899aabbccddeeff01'
  const labelled = `{"${key}": {"name": "", "labels": ["heist"]}}`
  const chainsOf = async (...read: Parameters<typeof recordsOf>) =>
    (await recordsOf(...read)).map((record) => record.chainIds)

  test('an explorer in the path says the chain, the nearest of several', async () => {
    const path = '/home/etherscan/etherscan-labels/polygonscan/combined/combinedAllLabels.json'
    expect(await chainsOf('etherscan-labels', { path, bytes: labelled })).toEqual([['137']])
  })

  test('--chain says it where the path does not, and where it is given it is heard first', async () => {
    expect(await chainsOf('etherscan-labels', { bytes: labelled, chainIds: ['10'] })).toEqual([['10']])
    const path = '/x/etherscan/combined/combinedAllLabels.json'
    expect(await chainsOf('etherscan-labels', { path, bytes: labelled, chainIds: ['10'] })).toEqual([['10']])
  })

  test('a list without chains holds on every chain, or on those of --chain', async () => {
    const bytes = `["${key}"]`
    expect(await chainsOf('ofac', { bytes })).toEqual([[]])
    expect(await chainsOf('ofac', { bytes, chainIds: ['1', '56'] })).toEqual([['1', '56']])
  })

  test('a row that names its chain is not overruled', async () => {
    const bytes = `address,chain_id,comment\n${key},137,a router\n`
    expect(await chainsOf('forta-fp', { bytes, chainIds: ['1'] })).toEqual([['137']])
  })
})
