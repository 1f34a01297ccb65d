import { expect, onTestFinished, test } from 'vitest'
import { environmentNodes } from '../../../src/service/chain/nodes/environment-nodes.ts'
import { type Observed, simulateByDefault } from '../../../src/service/chain/observer.ts'
import { openChain } from '../../../src/service/chain/open-chain.ts'
import { analyze } from '../../../src/service/risk/analyze.ts'
import { MasterKey } from '../../../src/service/secrets/keyring.ts'
import { openStore } from '../../../src/service/store/open.ts'
import { NO_CHAINS } from '../../../src/service/store/repositories/chain-nodes.ts'
import { about, fakeNode } from '../../support/chain/fake-node.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const person = `0x7e57${'00'.repeat(18)}`
const offline = analyze({ chainId: '1', from: person, to: person, value: 1n, data: '0x' })

async function chainOf(urls: readonly string[]) {
  const { database } = await freshDatabase(temporaryFolder())
  const store = await openStore(database, { env: {} })
  const random = seededRandom('internal error')
  const env = { TXWARDEN_MASTER_KEY: '07'.repeat(32) }
  const masterKey = new MasterKey({ env, keyFile: '', random: random })
  const reported: unknown[] = []
  const chain = openChain({
    environment: environmentNodes({ TXWARDEN_CHAIN_ETHEREUM_URL: urls.join(' ') }).nodes,
    store,
    masterKey,
    clock: new TestClock(),
    random,
    keepsHeadsFresh: false,
    report: (error) => void reported.push(error),
  })
  onTestFinished(async () => {
    await chain.close()
    await store.close()
  })
  const observe = async (read: () => Promise<typeof offline>) => {
    const request = { analysis: offline, chains: NO_CHAINS, options: simulateByDefault, analyze: read }
    return (await chain.observe(request)) as Observed | undefined
  }
  return { observe, reported }
}

/** A node that traces the transaction. */
function startTracing() {
  const frame = { type: 'CALL', from: person, to: person, value: '0x1', gas: '0x5208', gasUsed: '0x5208', input: '0x' }
  return fakeNode(
    {},
    about({
      debug_traceCall({ params }) {
        const [{ from }] = params as [{ from?: string }]
        return from === person ? { result: frame } : undefined
      },
    }),
  )
}

const fault = new TypeError('a reader failed')
const failing = () => Promise.reject(fault)

test('an error of the program in the answers of a node is reported, and leaves the verdict without a node', async () => {
  const node = await startTracing()
  const { observe, reported } = await chainOf([`${node.url}/v2/PlantedNodeKey0123456789`])
  const found = await observe(failing)
  const reason = `internal error while reading the answers of ${new URL(node.url).host}`
  expect(found?.analysis).toBe(offline)
  expect(found?.observation).toMatchObject({
    node: undefined,
    simulation: { status: 'unavailable', method: 'none', reason },
    missing: [{ code: 'no-chain-evidence', reason }],
  })
  expect(reported).toEqual([fault])
  // The node answered: it is used for the next verdict.
  expect((await observe(async () => offline))?.observation.node).toBe(new URL(node.url).host)
  expect(reported).toHaveLength(1)
})

test('another node may do better', async () => {
  const [first, second] = [await startTracing(), await startTracing()]
  const { observe, reported } = await chainOf([first.url, second.url])
  let calls = 0
  const found = await observe(() => (calls++ === 0 ? failing() : Promise.resolve(offline)))
  // The second one begins when the first is late, and may then be the first that is read.
  const hosts = [first, second].map(({ url }) => new URL(url).host)
  expect([calls, hosts]).toEqual([2, expect.arrayContaining([found?.observation.node])])
  expect(reported).toEqual([fault])
})
