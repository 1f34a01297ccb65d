import { expect, test } from 'vitest'
import { chains } from '../../../../src/api/chains.ts'
import { environmentNodes } from '../../../../src/service/chain/nodes/environment-nodes.ts'

test('each chain is configured by each of its names, in upper case', () => {
  for (const { id, name, aliases } of chains)
    for (const each of [name, ...aliases]) {
      const variable = `TXWARDEN_CHAIN_${each.toUpperCase().replaceAll('-', '_')}_URL`
      expect(environmentNodes({ [variable]: 'https://node.example.com/key' })).toEqual({
        nodes: [{ id: `env:${name}:1`, chainId: id, host: 'node.example.com', url: 'https://node.example.com/key' }],
        faults: [],
      })
    }
})

test('several URLs are separated by blanks, and numbered over all names of a chain', () => {
  const { nodes, faults } = environmentNodes({
    TXWARDEN_CHAIN_ETH_URL: '  https://a.example/1\thttp://127.0.0.1:8545 \n',
    TXWARDEN_CHAIN_ETHEREUM_URL: 'https://c.example/3',
    TXWARDEN_CHAIN_BASE_URL: '   ',
    TXWARDEN_CHAIN_URL: 'another program',
    TXWARDEN_CHAIN_OTHER_URL: ' ',
    OTHER: 'https://d.example',
  })
  expect(nodes.map(({ id, host }) => [id, host])).toEqual([
    ['env:ethereum:1', 'c.example'],
    ['env:ethereum:2', 'a.example'],
    ['env:ethereum:3', '127.0.0.1:8545'],
  ])
  expect(faults).toEqual([])
})

test.each([
  ['TXWARDEN_CHAIN_ETHEREUM_URL', 'planted-secret', 'URL 1 of TXWARDEN_CHAIN_ETHEREUM_URL', 1],
  ['TXWARDEN_CHAIN_ETHEREUM_URL', 'https://a.example ftp://planted-secret', 'URL 2 of TXWARDEN_CHAIN_ETHEREUM_URL', 2],
  ['TXWARDEN_CHAIN_BASE_URL', 'https://user:planted-secret@a.example', 'URL 1 of TXWARDEN_CHAIN_BASE_URL', 1],
  ['TXWARDEN_CHAIN_BASE_URL', 'wss://a.example/planted-secret', 'URL 1 of TXWARDEN_CHAIN_BASE_URL', 1],
  [
    'TXWARDEN_CHAIN_ETHERIUM_URL',
    'https://a.example/planted-secret',
    'TXWARDEN_CHAIN_ETHERIUM_URL is set, and it names no chain',
    0,
  ],
  [
    'TXWARDEN_CHAIN_NOT_YET_DEFINED_URL',
    'https://a.example/planted-secret',
    'TXWARDEN_CHAIN_NOT_YET_DEFINED_URL is set, and it names no chain',
    0,
  ],
])('%s with %s is a fault that names it, without its value', (variable, value, text, count) => {
  const { nodes, faults } = environmentNodes({ [variable]: value })
  expect(faults).toEqual([
    expect.objectContaining({ kind: text.includes('ETHERIUM') ? 'usage' : 'refused', code: 'bad-node-variable' }),
  ])
  expect(faults[0]?.message).toContain(text)
  expect([faults[0]?.message, ...(faults[0]?.details ?? [])].join()).not.toContain('planted-secret')
  expect(nodes).toHaveLength(count)
  if (count > 0) expect(nodes.at(-1)).toMatchObject({ host: text, url: { code: 'bad-node-url' } })
})
