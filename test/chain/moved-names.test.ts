import { Hash, Hex } from 'ox'
import { afterAll, beforeAll, expect } from 'vitest'
import { type FakeNode, startFakeNode } from '../support/chain/fake-node.ts'
import { callData } from '../support/chain/test-chain.ts'
import { type Judged, judged, requestOf } from '../support/chain/verdicts.ts'
import { people, startWorld, type World } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, deployer, thief } = people
const ROOT = `0x${'0'.repeat(64)}`
const label = (name: string) => Hash.keccak256(Hex.fromString(name))
const nodeOf = (parent: string, name: string) => Hash.keccak256(Hex.concat(parent as Hex.Hex, label(name)))

const { describe, test } = needs('anvil')

for (const [kind, refused] of [
  ['with a tracer', ''],
  ['without a tracer', 'debug_traceCall'],
])
  describe(`names in a registry that an earlier operator moves, on a node ${kind}`, () => {
    let world: World
    let node: FakeNode
    let desk: string
    const name = nodeOf(ROOT, 'alice')
    beforeAll(async () => {
      world = await startWorld('anvil')
      node = await startFakeNode(world.url)
      node.lie(({ method }, honest) =>
        method === refused ? { error: { code: -32_601, message: `the method ${method} does not exist` } } : honest,
      )
      const { chain } = world
      const names = await chain.create(deployer.address, 'Names')
      const issue = 'setSubnodeOwner(bytes32,bytes32,address)'
      await chain.invoke(deployer.address, names, issue, ROOT, label('alice'), alice.address)
      await chain.invoke(alice.address, names, issue, name, label('pay'), alice.address)
      desk = await chain.create(thief.address, 'NameDesk', 'address', names)
      await chain.invoke(alice.address, names, 'setApprovalForAll(address,bool)', desk, true)
    })
    afterAll(async () => {
      await node.close()
      await world[Symbol.asyncDispose]()
    })

    async function verdict(data: string): Promise<Judged> {
      const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
      const stdin = JSON.stringify(requestOf({ from: alice.address, to: desk, data }))
      const { stdout } = await makeCli()(argv, { stdin, env: { TXWARDEN_CHAIN_ETHEREUM_URL: node.url } })
      return judged(JSON.parse(stdout))
    }

    test('a name that leaves is a WARNING, also one below it', async () => {
      const taken = {
        verdict: 'WARNING',
        reasons: [expect.stringMatching(/^60 unpaid-outflow: takes an asset for nothing/)],
      }
      expect(await verdict(callData('collect(bytes32)', name))).toMatchObject(taken)
      expect(await verdict(callData('collectBelow(bytes32,bytes32)', name, label('pay')))).toMatchObject(taken)
    })

    test('a name that stays, or a new one, is none', async () => {
      const none = { verdict: 'NO DATA', reasons: [] }
      expect(await verdict(callData('renew(bytes32)', name))).toMatchObject(none)
      expect(await verdict(callData('issue(bytes32,bytes32)', name, label('shop')))).toMatchObject(none)
    })
  })
