import { afterAll, beforeAll, expect } from 'vitest'
import { topicOf } from '../../src/service/evm/words.ts'
import { type FakeNode, startFakeNode } from '../support/chain/fake-node.ts'
import { safeCall } from '../support/chain/signed-calls.ts'
import { callData } from '../support/chain/test-chain.ts'
import { type Judged, judged, requestOf } from '../support/chain/verdicts.ts'
import { people, startWorld, type World } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, carol, thief } = people
const RULE = 'silent-control-change'

const { describe, test } = needs('anvil')

/** Nodes show all storage that changes, or run code of ours that reads slots. */
const nodes: readonly (readonly [string, readonly string[]])[] = [
  ['with a tracer', []],
  ['without a tracer', ['debug_traceCall']],
]

for (const [kind, refused] of nodes)
  describe(`a change of control in the simulation of a node ${kind}`, () => {
    let world: World
    let node: FakeNode
    beforeAll(async () => {
      world = await startWorld('anvil')
      node = await startFakeNode(world.url)
      node.lie(({ method }, honest) =>
        refused.includes(method)
          ? { error: { code: -32_601, message: `the method ${method} does not exist` } }
          : honest,
      )
    })
    afterAll(async () => {
      await node.close()
      await world[Symbol.asyncDispose]()
    })

    async function verdict(to: string, data: string, cli = makeCli()): Promise<Judged> {
      const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
      const env = { TXWARDEN_CHAIN_ETHEREUM_URL: node.url }
      const stdin = JSON.stringify(requestOf({ from: alice.address, to, data }))
      const { code, stdout, stderr } = await cli(argv, { stdin, env })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return judged(JSON.parse(stdout))
    }

    const keptBy = (owner: string) =>
      world.chain.create(thief.address, 'Kept', 'address, address', owner, thief.address)
    const found = ({ reasons }: Judged) =>
      reasons.filter((reason) => reason.includes(RULE)).map((text) => text.slice(0, 2))

    for (const call of ['harvestAll()', 'harvestNow()', 'harvestLater()'])
      test(`${call} is UNSAFE on a contract of the sender`, async () => {
        const judgement = await verdict(await keptBy(alice.address), callData(call))
        expect(judgement).toMatchObject({ verdict: 'UNSAFE', score: 80 })
        expect(found(judgement)).toEqual(['80'])
      })

    for (const call of ['harvestAll()', 'harvestNow()'])
      test(`${call} is a WARNING on a contract of another`, async () => {
        const judgement = await verdict(await keptBy(carol.address), callData(call))
        expect(judgement).toMatchObject({ verdict: 'WARNING', score: 60 })
        expect(found(judgement)).toEqual(['60'])
      })

    test('handOver(), which logs it, is a WARNING on a contract of the sender', async () => {
      const judgement = await verdict(await keptBy(alice.address), callData('handOver()'))
      expect(judgement).toMatchObject({ verdict: 'WARNING', score: 60 })
      expect(found(judgement)).toEqual(['60'])
    })

    test('handOver() is a WARNING on a contract of another that the sender created, or paid before', async () => {
      const created = await world.chain.create(alice.address, 'Kept', 'address, address', carol.address, thief.address)
      expect(found(await verdict(created, callData('handOver()')))).toEqual(['60'])
      const [cli, paid] = [makeCli(), await keptBy(carol.address)]
      const stdin = JSON.stringify(requestOf({ from: alice.address, to: paid, value: 1n }))
      const { stdout } = await cli(['validate', '--file', '-', '--json', '--fail-on', 'never'], { stdin })
      expect(found(await verdict(paid, callData('handOver()'), cli))).toEqual([])
      const { svcTxId } = JSON.parse(stdout) as { readonly svcTxId: string }
      const mined = ['--transaction-id', `0x${'ab'.repeat(32)}`, '--block-number', '7']
      expect(await cli(['tx', 'update', svcTxId, ...mined])).toMatchObject({ code: 0, stderr: '' })
      expect(found(await verdict(paid, callData('handOver()'), cli))).toEqual(['60'])
    })

    for (const call of ['harvest()', 'handOver()', 'acceptOwnership()'])
      test(`${call} is none where control stays, an event of others says so, or the sender gets it`, async () => {
        for (const owner of call === 'handOver()' ? [carol] : [alice, carol]) {
          const judgement = await verdict(await keptBy(owner.address), callData(call))
          expect(judgement).toMatchObject({ verdict: 'NO DATA' })
          expect(found(judgement)).toEqual([])
        }
      })

    test('a role that only an event shows is a WARNING, whatever the function', async () => {
      // It logs RoleGranted(0, the thief, the caller), and stores nothing.
      const topic = topicOf('RoleGranted(bytes32,address,address)').slice(2)
      const code = `0x3373${thief.address.slice(2)}5f7f${topic}5f5fa400`
      const roles = `0x${'a1'.repeat(20)}`
      await world.chain.rpc('hardhat_setCode', roles, code)
      const judgement = await verdict(roles, callData('harvest()'))
      expect(judgement).toMatchObject({ verdict: 'WARNING', score: 60 })
      expect(found(judgement)).toEqual(['60'])
    })

    test('is that of the call data where it says so', async () => {
      const call = callData('transferOwnership(address)', thief.address)
      const judgement = await verdict(await keptBy(alice.address), call)
      expect(found(judgement)).toEqual([])
      expect(judgement.reasons).toEqual([expect.stringMatching(/^\d+ control-change: becomes the owner/)])
    })

    test('is UNSAFE where a delegatecall writes the singleton of a Safe', async () => {
      const { chain, safe } = world
      const takeover = await chain.create(thief.address, 'SafeTakeover')
      const taken = await chain.create(thief.address, 'TakenSafe')
      const data = callData('transfer(address,uint256)', taken, 0n)
      const judgement = await verdict(safe, await safeCall(chain, { safe, to: takeover, data, operation: 1 }))
      expect(judgement.verdict).toBe('UNSAFE')
      expect(judgement.reasons).toContainEqual(expect.stringMatching(/^85 safe-invariant: The singleton of the Safe /))
      const plain = callData('harvest()')
      const kept = await keptBy(safe)
      expect(found(await verdict(safe, await safeCall(chain, { safe, to: kept, data: plain })))).toEqual([])
    })
  })
