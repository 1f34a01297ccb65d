import { expect, test } from 'vitest'
import { chains } from '../../../../src/api/chains.ts'
import { environmentNodes } from '../../../../src/service/chain/nodes/environment-nodes.ts'

test('each chain is configured by each of its names, in upper case', () => {
  for (const { id, name, aliases } of chains)
    for (const each of [name, ...aliases]) {
      const variable = `TXWARDEN_CHAIN_${each.toUpperCase().replaceAll('-', '_')}_URL`
      expect(environmentNodes({ [variable]: 'https://node.example.com/key' })).toEqual([
        { id: `env:${name}:1`, chainId: id, host: 'node.example.com', url: 'https://node.example.com/key' },
      ])
    }
})

test('several URLs are separated by blanks, and numbered over all names of a chain', () => {
  const nodes = environmentNodes({
    TXWARDEN_CHAIN_ETH_URL: '  https://a.example/1\thttp://127.0.0.1:8545 \n',
    TXWARDEN_CHAIN_ETHEREUM_URL: 'https://c.example/3',
    TXWARDEN_CHAIN_BASE_URL: '   ',
    TXWARDEN_CHAIN_URL: 'another program',
    OTHER: 'https://d.example',
  })
  expect(nodes.map(({ id, host }) => [id, host])).toEqual([
    ['env:ethereum:1', 'c.example'],
    ['env:ethereum:2', 'a.example'],
    ['env:ethereum:3', '127.0.0.1:8545'],
  ])
})

test.each([
  ['TXWARDEN_CHAIN_ETHEREUM_URL', 'planted-secret', 'URL 1 of TXWARDEN_CHAIN_ETHEREUM_URL'],
  ['TXWARDEN_CHAIN_ETHEREUM_URL', 'https://a.example ftp://planted-secret', 'URL 2 of TXWARDEN_CHAIN_ETHEREUM_URL'],
  ['TXWARDEN_CHAIN_BASE_URL', 'https://user:planted-secret@a.example', 'URL 1 of TXWARDEN_CHAIN_BASE_URL'],
  ['TXWARDEN_CHAIN_BASE_URL', 'wss://a.example/planted-secret', 'URL 1 of TXWARDEN_CHAIN_BASE_URL'],
  ['TXWARDEN_CHAIN_ETHERIUM_URL', 'https://a.example/planted-secret', '"TXWARDEN_CHAIN_ETHERIUM_URL" names no chain'],
])('%s with %s is refused by its name, without its value', (variable, value, text) => {
  const fault = () => environmentNodes({ [variable]: value })
  expect(fault).toThrow(expect.objectContaining({ kind: 'refused', code: 'bad-node-variable' }))
  expect(fault).toThrow(text)
  expect(fault).not.toThrow(/planted-secret/)
})
