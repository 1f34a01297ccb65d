import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { startAnvil } from '../../support/chain/anvil.ts'
import { anyChains } from '../../support/chain/any-chains.ts'
import { serve } from '../../support/chain/live-page.ts'
import { makeCli } from '../../support/cli.ts'
import { needs } from '../../support/needs.ts'

/** The first account of anvil. */
const TREASURY = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Families that differ in their blocks or addresses. */
const families = [
  { id: '59144', name: 'linea', currency: 'ETH' },
  { id: '100', name: 'gnosis', currency: 'XDAI' },
  { id: '130', name: 'unichain', currency: 'ETH' },
  { id: '324', name: 'zksync', currency: 'ETH' },
  { id: '42170', name: 'arbitrum-nova', currency: 'ETH' },
]
/** Chains that one server follows. */
const AT_ONCE = 13
const chains = [...new Map([...families, ...anyChains].map((chain) => [chain.id, chain])).values()]
const groups = Array.from({ length: Math.ceil(chains.length / AT_ONCE) }, (_, index) =>
  chains.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
)

needs('anvil').describe('a chain that is not built in is followed', () => {
  for (const group of groups)
    needs('anvil').test(group.map(({ name }) => name).join(', '), async () => {
      const nodes = await Promise.all(
        group.map(async (chain) => ({ ...chain, node: await startAnvil({ chainId: Number(chain.id) }) })),
      )
      onTestFinished(async () => void (await Promise.all(nodes.map(({ node }) => node.stop()))))
      const cli = makeCli()
      cli.clock.step(Date.now() - cli.clock.now())
      for (const { id, name, currency } of group)
        if (name.startsWith('rollup-')) await cli(['chain', 'define', id, '--name', name, '--currency', currency])
      const file = join(cli.home, 'monitors.csv')
      writeFileSync(file, ['address,chain', ...group.map(({ name }) => `${TREASURY},${name}`)].join('\n'))
      expect(await cli(['monitor', 'import', file])).toMatchObject({ code: 0 })
      await serve(cli, Object.fromEntries(nodes.map(({ name, node }) => [variableOf(name), node.url])), [
        'serve',
        '--follow',
        group.map(({ name }) => name).join(','),
      ])
      const status = async () => ((await cli.json(['chain', 'status'])) as { content: object[] }).content
      const followed = group.map(({ id, name }) => ({ chain: name, chainId: id, state: 'AT_HEAD' }))
      await expect.poll(status).toEqual(expect.arrayContaining(followed.map((each) => expect.objectContaining(each))))
      for (const { node } of nodes)
        await node.rpc('eth_sendTransaction', { from: TREASURY, to: PAYEE, value: '0x14d1120d7b160000' })
      const lines = async () => (await cli(['monitor', 'activity', TREASURY, '-o', 'table'])).stdout
      for (const { name, currency } of group)
        await expect.poll(lines).toMatch(new RegExp(` ${name} +sent +− 1\\.5 ${currency} `))
    })
})

function variableOf(name: string): string {
  return `TXWARDEN_CHAIN_${name.toUpperCase().replaceAll('-', '_')}_URL`
}
