import { afterAll, beforeAll, expect } from 'vitest'
import { simulation } from '../../src/api/schemas/simulation.ts'
import { closedPort, json, serveHttp } from '../client/support/http-server.ts'
import { callData, type Tx } from '../support/chain/test-chain.ts'
import { canonical, people, startWorld, units, type World } from '../support/chain/world.ts'
import { asTyped, type CliOptions, makeCli, refuses } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const anvil = needs('anvil')
const { alice, bob, thief } = people
/** Of a node on a busy machine. */
const PATIENT = ['--chain-timeout', '10s']

/** What people and programs see of a simulation, with a real node. */
anvil.describe('validate on anvil', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const pay: Tx = {
    from: alice.address,
    to: canonical.usdc,
    data: callData('transfer(address,uint256)', bob.address, units.usd(250)),
  }
  const grant: Tx = {
    ...pay,
    data: callData('approve(address,uint256)', thief.address, 2n ** 256n - 1n),
  }
  const argvOf = ({ from, to = '', data = '0x', value = 0n }: Tx, limit = PATIENT) => [
    ...asTyped(`validate --chain 1 --from ${from} --to ${to} --data ${data} --value`),
    String(value),
    ...limit,
  ]
  const env = (url = world.url) => ({ TXWARDEN_CHAIN_ETHEREUM_URL: url })

  anvil.test('the card tells what happens, on which block, and what the spender could take', async () => {
    const cli = makeCli()
    const number = BigInt((await world.chain.rpc('eth_blockNumber')) as string).toLocaleString('en-US')
    const shown: CliOptions = { env: env(), tty: true, columns: 100 }
    const paid = await cli(argvOf(pay), shown)
    expect(paid.stdout).toMatch(/^\n {2}You send 250 USDC to 0x/)
    expect(paid.stdout).toContain(`Simulated on ethereum block ${number} (0x`)
    expect(paid.stdout).toMatch(/^ {2}out {7}−250 USDC {2}0xA0b8/m)
    expect(paid.stdout).toMatch(/^ {2}known {5}.*node: block /m)
    const granted = await cli(argvOf(grant), shown)
    expect(granted.code).toBe(12)
    expect(granted.stdout).toMatch(
      new RegExp(`^ {2}allowance unlimited USDC.*\\n {12}to ${thief.address}\\n {12}takes [\\d,.]+ USDC in a sim`, 'm'),
    )
  })

  anvil.test('JSON has the members of the contract, v1 the same verdict without them', async () => {
    const cli = makeCli()
    const run = async (...argv: string[]) => await cli.json([...argvOf(grant, []), ...argv], { env: env() })
    const answer = await run(...PATIENT)
    const usdc = { standard: 'erc20', token: canonical.usdc, symbol: 'USDC', decimals: 6 }
    expect(simulation().parse(answer.simulation)).toEqual(answer.simulation)
    expect(answer.simulation).toMatchObject({
      status: 'ok',
      blockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      assetChanges: [],
      approvals: [{ owner: alice.address, spender: thief.address, ...usdc, amount: 'unlimited' }],
    })
    // v1 cannot say how long to wait for the node.
    const v1 = () => run('--api-version', 'v1')
    const { combinedScore, valid } = answer
    await expect.poll(v1).toMatchObject({ combinedScore, valid })
    expect(await v1()).not.toHaveProperty('simulation')
    expect(await run('--simulate', 'no')).not.toHaveProperty('simulation')
  })

  anvil.test(
    'a lower allowance is among the approvals with what it was, and one that ends in the sentence',
    async () => {
      const cli = makeCli()
      const run = async (amount: bigint) => {
        const data = callData('approve(address,uint256)', canonical.router, amount)
        const argv = [...argvOf({ ...grant, to: canonical.usdc, data }), '--json', '--fail-on', 'never']
        return JSON.parse((await cli(argv, { env: env() })).stdout)
      }
      const lower = await run(100_000_000n)
      expect(lower.simulation.approvals).toMatchObject([
        { spender: canonical.router, token: canonical.usdc, amount: '100000000', before: 'unlimited' },
      ])
      expect(simulation().parse(lower.simulation)).toEqual(lower.simulation)
      const router = `${canonical.router} \\([^)]+\\)`
      expect(lower.simulation.summary).toMatch(
        new RegExp(`^${router} may afterwards spend up to 100 USDC \\(unlimited before\\)$`),
      )
      const ended = await run(0n)
      expect(ended.simulation.approvals).toEqual([])
      expect(ended.simulation.summary).toMatch(new RegExp(`^${router} may no longer spend your USDC$`))
    },
  )

  anvil.test('--block simulates on an earlier state, by number and by hash', async () => {
    const cli = makeCli()
    const earlier = (await world.chain.rpc('eth_getBlockByNumber', '0x40', false)) as { hash: string }
    for (const block of ['64', '0x40', earlier.hash]) {
      expect((await cli.json([...argvOf(pay), '--block', block], { env: env() })).simulation).toMatchObject({
        blockNumber: 64,
        blockHash: earlier.hash,
      })
    }
    const unknown = await cli([...argvOf(pay), '--node', 'nobody'], { env: env() })
    expect(unknown).toMatchObject(refuses(8, 'nobody'))
    const missing = await cli([...argvOf(pay), '--block', '99999999', '--simulate', 'yes'], { env: env() })
    expect(missing).toMatchObject({ code: 6, stdout: '' })
  })

  anvil.test('--recheck notices that the balance is gone', async () => {
    const cli = makeCli()
    const first = await cli.json(argvOf(pay), { env: env() })
    await world.chain.onTrial(async () => {
      const all = await world.chain.read<bigint>(canonical.usdc, 'balanceOf(address) returns (uint256)', alice.address)
      await world.chain.invoke(alice.address, canonical.usdc, 'transfer(address,uint256)', bob.address, all)
      const again = JSON.parse(
        (await cli(['validate', '--recheck', first.svcTxId, '--json', ...PATIENT], { env: env() })).stdout,
      )
      expect(again.since).toMatchObject({ svcTxId: first.svcTxId, blockNumber: first.simulation.blockNumber })
      expect(again.since.changes).toContainEqual({ what: 'simulation', before: 'ok', after: 'reverted' })
      const card = await cli(['validate', '--recheck', first.svcTxId, ...PATIENT], { env: env(), tty: true })
      expect(card.stdout).toMatch(/^ {2}simulated ok → reverted$/m)
      expect(card.stdout).toContain('  Likely to fail. Its effects are not known.\n')
    })
  })

  anvil.test('an alert begins with the sentence, and the webhook has the simulation', async () => {
    await using receiver = await serveHttp((response) => json(response, {}))
    const cli = makeCli()
    await cli(['config', 'set', 'allow-destination', receiver.url.host])
    const hook = ['--channel', 'WEBHOOK', '--webhook-url', receiver.url.href]
    const made = await cli.json(['destination', 'create', '--name', 'r', ...hook])
    await cli(['alert', 'create', '--name', 'a', '--type', 'SONAR', '--destination', made.id, '--on', 'unsafe'])
    expect((await cli(argvOf(grant), { env: env() })).code).toBe(12)
    const [seen] = receiver.seen
    const { data } = JSON.parse(seen?.body ?? '{}')
    expect(data.result.simulation).toMatchObject({ status: 'ok', approvals: [{ amount: 'unlimited' }] })
    expect(data.result.simulation.summary).toContain('may afterwards spend unlimited USDC')
  })

  anvil.test('a dead node: the verdict stands and says so; with yes there is none, and nothing is stored', async () => {
    const cli = makeCli()
    const dead = env(`http://127.0.0.1:${await closedPort()}`)
    const offline = await cli.json([...argvOf(grant, []), '--simulate', 'no'], { env: dead })
    const auto = await cli.json(argvOf(grant), { env: dead })
    expect(auto.combinedScore).toBeGreaterThanOrEqual(offline.combinedScore)
    expect([auto.simulation.status, auto.chainCoverage.status]).toEqual(['unavailable', 'none'])
    const card = await cli(argvOf(grant), { env: dead, tty: true })
    expect(card.stdout).toMatch(/^ {2}Not simulated: .*\.$/m)
    const stored = async () => (await cli.json(['tx', 'list'])).totalElements
    const before = await stored()
    const refused = await cli([...argvOf(grant), '--simulate', 'yes'], { env: dead })
    expect([refused.code, refused.stdout, await stored()]).toEqual([6, '', before])
    expect(refused.stderr).toMatch(/^txwarden: The transaction was not simulated, so there is no verdict: /)
  })

  anvil.test('a message is simulated as what it allows', async () => {
    const cli = makeCli()
    const message = ['--typed-data', 'examples/permit-to-drainer.json']
    const argv = ['validate', ...message, '--simulate', 'yes', '--json', ...PATIENT]
    const { code, stdout } = await cli(argv, { env: env() })
    expect(code).toBe(12)
    expect(JSON.parse(stdout).simulation.status).toMatch(/^(?:ok|reverted)$/)
  })
})
