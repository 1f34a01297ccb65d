import { afterAll, beforeAll, expect } from 'vitest'
import { call } from '../../bench/detection/adversarial/encode.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import type { NodeProcess } from '../support/chain/node-process.ts'
import { safeContract } from '../support/chain/safe-contracts.ts'
import { people } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { describe, test } = needs('anvil')

const FACTORY = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'
const SINGLETON = '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'
const CHAIN = '777001'

describe('a contract at one address everywhere, on a chain that only the operator knows', () => {
  let node: NodeProcess
  const { deployedBytecode: code } = safeContract('1.4.1', 'proxies/SafeProxyFactory:SafeProxyFactory')

  beforeAll(async () => {
    node = await startAnvil({ chainId: Number(CHAIN) })
  })
  afterAll(() => node.stop())

  async function known(given: string | undefined) {
    const cli = makeCli()
    await cli(['chain', 'define', CHAIN, '--name', 'our-rollup', '--currency', 'FOO'])
    if (given !== undefined) {
      await node.rpc('hardhat_setCode', FACTORY, given)
      expect(await cli(['chain', 'add', 'our-rollup', '--url-file', '-'], { stdin: node.url })).toMatchObject({
        code: 0,
      })
    }
    const data = call('createProxyWithNonce(address,bytes,uint256)', SINGLETON, '0x', 7n)
    const argv = ['validate', '--chain', CHAIN, '--from', people.alice.address, '--to', FACTORY, '--data', data]
    const { explanation } = await cli.json([...argv, '--explain'])
    return explanation.reasons.some(({ text }: { text: string }) => text.includes('Safe proxy factory 1.4.1'))
  }

  test('is known where a node shows its code there, and not without one or with other code', async () => {
    expect(await known(undefined)).toBe(false)
    expect(await known(code)).toBe(true)
    expect(await known(`${code.slice(0, -2)}00`)).toBe(false)
  })
})
