import { expect, onTestFinished } from 'vitest'
import { startAnvil } from '../../support/chain/anvil.ts'
import {
  aboutBlocks,
  aboutReceipts,
  behind,
  type FakeNode,
  type Lie,
  remembering,
  startFakeNode,
} from '../../support/chain/fake-node.ts'
import { eventually, FollowLab, treasury } from '../../support/chain/follow-lab.ts'
import { type ForkingChain, startForkingChain, usdcTransfer } from '../../support/chain/forking-chain.ts'
import { needs } from '../../support/needs.ts'

const { test } = needs('anvil')
const ETHER = 10n ** 18n
const MEGABYTE = 2 ** 20

/** A lab whose node can lie. @param isFirst an honest one comes after it */
async function startWithLiar({ isFirst = false, path = '' } = {}) {
  const liars: FakeNode[] = []
  const lab = await FollowLab.start({
    accounts: 80,
    nodes: async ({ url }) => {
      const liar = await startFakeNode(url)
      liars.push(liar)
      onTestFinished(() => liar.close())
      return `${liar.url}${path} ${isFirst ? url : ''}`.trim()
    },
  })
  const [liar] = liars as [FakeNode]
  await lab.follows()
  await lab.settles()
  return { lab, liar, chain: lab.chain }
}

const pay = (chain: ForkingChain) => chain.include(chain.fresh(), { to: treasury, value: ETHER })

const anotherHash = `0x${'ab'.repeat(32)}`

/** Answers that do not fit the block. */
const lies: Readonly<Record<string, Lie>> = {
  'no receipts': aboutReceipts(() => []),
  'null receipts': aboutReceipts(() => null),
  'one receipt too few': aboutReceipts((receipts) => receipts.slice(1)),
  'receipts of another block': aboutReceipts((_, send) => send('eth_getBlockReceipts', '0x1')),
  'receipts in another order': aboutReceipts((receipts) => receipts.toReversed()),
  'receipts without logs, where the bloom has some': aboutReceipts((receipts) =>
    receipts.map((receipt) => ({ ...receipt, logs: [] })),
  ),
  'receipts that name another block': aboutReceipts((receipts) =>
    receipts.map((receipt) => ({ ...receipt, blockHash: anotherHash })),
  ),
  'a block without its transactions': aboutBlocks((block) => ({ ...block, transactions: [] })),
  'a block of another height': aboutBlocks((block) => ({ ...block, number: '0x1' })),
  'a block that is null': aboutBlocks(() => null),
  'a block that is text': aboutBlocks(() => 'block'),
  'a block of 50 MB': aboutBlocks((block) => ({ ...block, extraData: `0x${'00'.repeat(50 * MEGABYTE)}` })),
  'a transaction without a sender': aboutBlocks((block) => ({
    ...block,
    transactions: block.transactions.map((each) => ({ ...(each as object), from: null })),
  })),
}

test('answers that do not fit the block: nothing is lost, notified twice or skipped', async () => {
  const { lab, liar, chain } = await startWithLiar()
  const { receiver, site } = lab
  for (const [name, lie] of Object.entries(lies)) {
    const { number: tip } = await chain.head()
    liar.lie(lie)
    // Two transactions, one with logs.
    await chain.send(chain.fresh(), { to: treasury, value: ETHER })
    const paid = await chain.include(chain.fresh(), usdcTransfer(treasury, 1_000_000n))
    await eventually(`two questions about ${name}`, () => liar.lies() >= 2 || undefined)
    expect((await site.head())?.tip_number, name).toBe(tip)
    expect(receiver.about(paid.hash), name).toEqual([])
    liar.lie(undefined)
    await lab.settles()
    expect(lab.steps(paid), name).toEqual(['included'])
  }
  expect(receiver.notified).toHaveLength(2 * Object.keys(lies).length)
  expect(await lab.status()).toMatchObject({ state: 'AT_HEAD', lagBlocks: 0 })
}, 400_000)

test('receipts of another block: the chain waits and says which node gave them', async () => {
  const { lab, liar, chain } = await startWithLiar()
  liar.lie(lies['receipts of another block'])
  const paid = await chain.include(chain.fresh(), usdcTransfer(treasury, 1_000_000n))
  await lab.statusWith('WAITING', ({ state }) => state === 'WAITING')
  expect((await lab.site.head())?.reason).toContain(new URL(liar.url).host)
  expect(lab.steps(paid)).toEqual([])
  liar.lie(undefined)
  await lab.settles()
  expect(lab.steps(paid)).toEqual(['included'])
})

for (const name of ['no receipts', 'null receipts'])
  test(`${name}: a node that never has receipts of blocks is asked for single ones`, async () => {
    const { lab, liar, chain } = await startWithLiar()
    liar.lie(lies[name])
    const paid = [await chain.include(chain.fresh(), usdcTransfer(treasury, 1_000_000n)), await pay(chain)]
    await lab.settles()
    expect(paid.map((each) => lab.steps(each))).toEqual([['included'], ['included']])
  })

test('a liar beside an honest node: the other one is read, and everything is reported once', async () => {
  const { lab, liar, chain } = await startWithLiar({ isFirst: true })
  for (const [name, lie] of Object.entries(lies)) {
    liar.lie(lie)
    const paid = await pay(chain)
    await lab.settles()
    expect(lab.steps(paid), name).toEqual(['included'])
  }
})

test('a node that dies, beside another: nothing is lost, and it is said which node is read', async () => {
  const { lab, liar, chain } = await startWithLiar({ isFirst: true })
  await liar.close()
  const paid = await pay(chain)
  await lab.settles()
  expect(lab.steps(paid)).toEqual(['included'])
  expect((await lab.site.head())?.node).toBe(new URL(chain.url).host)
})

test('the only node dies and returns: the chain waits with the reason, and catches up', async () => {
  const { lab, liar, chain } = await startWithLiar()
  liar.script('closes connection')
  const paid = [await pay(chain), await pay(chain)]
  const row = await lab.statusWith('WAITING', ({ state }) => state === 'WAITING')
  expect(row.tip).toBe((await chain.head()).number - 2)
  expect((await lab.site.head())?.reason).toContain(new URL(liar.url).host)
  liar.script('none')
  await lab.settles()
  for (const each of paid) expect(lab.steps(each)).toEqual(['included'])
})

test('a rate limit with an hour of Retry-After ends when the node answers again', async () => {
  const { lab, liar, chain } = await startWithLiar()
  liar.script('HTTP 429 Retry-After 3600')
  const paid = await pay(chain)
  await lab.statusWith('WAITING', ({ state }) => state === 'WAITING')
  liar.script('none')
  await lab.settles()
  expect(lab.steps(paid)).toEqual(['included'])
})

test('a node that is behind, beside one at the head: the head is followed', async () => {
  const { lab, liar, chain } = await startWithLiar({ isFirst: true })
  await chain.mine(6)
  await lab.settles()
  liar.lie(behind(5))
  const paid = await pay(chain)
  await lab.notified(paid)
  await lab.settles()
  expect((await lab.site.events()).map(({ state }) => state)).toEqual(['IN'])
  expect(lab.steps(paid)).toEqual(['included'])
})

test('a node that flaps between two branches: each is followed, nothing is lost, notified twice, or taken back', async () => {
  const { lab, liar, chain } = await startWithLiar()
  await chain.mine(2)
  const both = await pay(chain)
  await lab.notified(both)
  const { number } = await chain.head()
  const old = await remembering((method, ...params) => chain.rpc(method, ...params), number - 3)
  await chain.reorg(2, [[both, 0]])
  const tipIs = (hash: string) =>
    eventually('the other branch', async () => ((await lab.site.head())?.tip_hash === hash ? true : undefined))
  const honest = (await chain.head()).hash
  for (let times = 0; times < 4; times++) {
    liar.lie(undefined)
    await tipIs(honest)
    liar.lie(old)
    await eventually('the old branch', async () => ((await lab.site.head())?.tip_hash !== honest ? true : undefined))
  }
  liar.lie(undefined)
  await lab.passes(8)
  expect(lab.steps(both)).toEqual(['included'])
  expect((await lab.site.events()).map(({ state, round }) => [state, round])).toEqual([['IN', 0]])
})

test('a node of another chain is not followed', async () => {
  const other = await startAnvil({ chainId: 8453, noMining: true })
  onTestFinished(() => other.stop())
  const lab = await FollowLab.start({ nodes: () => other.url })
  const row = await lab.statusWith('a reason', ({ state }) => state === 'STOPPED' || state === 'WAITING')
  expect(row.tip).toBeNull()
  expect((await lab.site.head())?.reason).toMatch(/8453/)
  expect(lab.receiver.notified).toEqual([])
})

test('a node that changes its chain is followed no further', async () => {
  const { lab, liar, chain } = await startWithLiar()
  const other = await startAnvil({ chainId: 8453, noMining: true })
  onTestFinished(() => other.stop())
  // Later ones: empty blocks of the same second are the same on each chain.
  await other.rpc('evm_increaseTime', 3600)
  for (let block = 0; block < 20; block++) await other.rpc('evm_mine')
  const { number, hash } = await chain.head()
  liar.lie(async ({ method, params }) => ({ result: await other.rpc(method, ...params) }))
  await lab.statusWith('a reason', ({ state }) => state === 'STOPPED' || state === 'WAITING')
  expect(await lab.site.head()).toMatchObject({ tip_number: number, tip_hash: hash })
  liar.lie(undefined)
  const paid = await pay(chain)
  await lab.notified(paid)
})

test('a node that no longer has the blocks of the gap: the chain waits, and skips nothing', async () => {
  const { lab, liar, chain } = await startWithLiar()
  await lab.stop()
  const { number: tip } = await chain.head()
  const paid = await pay(chain)
  await chain.mine(20)
  const isOld = (params: readonly unknown[]) => Number(params[0]) > tip && Number(params[0]) < tip + 10
  liar.lie(({ method, params }, honest) =>
    method === 'eth_getBlockByNumber' && isOld(params)
      ? { error: { code: -32_000, message: 'missing trie node 5c0a (path ) <nil>' } }
      : honest,
  )
  await lab.restart()
  const row = await lab.statusWith('WAITING', ({ state }) => state === 'WAITING')
  expect(row.tip).toBe(tip)
  liar.lie(undefined)
  await lab.settles()
  expect(lab.steps(paid)).toEqual(['included'])
})

test('the key in the URL of a node is shown nowhere', async () => {
  const key = 'k3y0f4n0de'
  const { lab, liar } = await startWithLiar({ path: `/v2/${key}` })
  for (const fault of ['HTTP 403', 'echoes everything', 'closes connection'] as const) {
    liar.script(fault)
    await lab.statusWith(fault, ({ state }) => state === 'WAITING')
    const { stdout } = await lab.tryCommand(['chain', 'status'])
    expect(stdout + JSON.stringify(await lab.site.head()) + lab.server.stderr, fault).not.toContain(key)
    liar.script('none')
    await lab.settles()
  }
})

const noEvents: Lie = ({ method }, honest) => (method === 'eth_getLogs' ? { result: [] } : honest)

/** Restarts the server in mode sparse, for which it does not have to wait then. */
async function readSparsely(lab: FollowLab, meanwhile: () => Promise<void>): Promise<void> {
  await lab.command(['chain', 'mode', 'ethereum', 'sparse', '--yes'])
  await lab.stop()
  await meanwhile()
  await lab.restart()
  await lab.settles()
}

test('mode sparse: events that a node leaves out at first are found, and notified once', async () => {
  const { lab, liar, chain } = await startWithLiar()
  const paid: { hash: string }[] = []
  await readSparsely(lab, async () => {
    liar.lie(noEvents)
    paid.push(await chain.include(chain.fresh(), usdcTransfer(treasury, 1_000_000n)))
  })
  expect(liar.lies()).toBeGreaterThan(0)
  expect(lab.receiver.notified).toEqual([])
  liar.lie(undefined)
  for (let rounds = 0; rounds < 2; rounds++) {
    await readSparsely(lab, () => chain.mine())
    for (const each of paid) expect(lab.steps(each)).toEqual(['included'])
  }
})

test('mode sparse: events that one node leaves out are reported by another', async () => {
  const { lab, liar, chain } = await startWithLiar({ isFirst: true })
  await readSparsely(lab, async () => {
    liar.lie(noEvents)
    await chain.include(chain.fresh(), usdcTransfer(treasury, 1_000_000n))
  })
  expect(liar.lies()).toBeGreaterThan(0)
  expect(lab.receiver.notified).toMatchObject([{ step: 'included', kind: 'received' }])
})

test('two nodes on different forks: the chain waits, and follows the first when it is back', async () => {
  const timestamp = Math.floor(Date.now() / 1000)
  const forks: ForkingChain[] = []
  const liars: FakeNode[] = []
  const lab = await FollowLab.start({
    accounts: 80,
    timestamp,
    nodes: async ({ url }) => {
      const fork = await startForkingChain({ accounts: 80, timestamp })
      const liar = await startFakeNode(url)
      onTestFinished(() => Promise.all([fork[Symbol.asyncDispose](), liar.close()]).then(() => {}))
      forks.push(fork)
      liars.push(liar)
      return `${liar.url} ${fork.url}`
    },
  })
  const { chain, site } = lab
  const [fork, liar] = [forks[0] as ForkingChain, liars[0] as FakeNode]
  const first = ['0x0', false] as const
  expect(await fork.rpc('eth_getBlockByNumber', ...first)).toEqual(await chain.rpc('eth_getBlockByNumber', ...first))
  await lab.follows()
  await lab.settles()
  const paid = [await pay(chain)]
  await chain.mine(8)
  await lab.settles()
  // Another amount: with the same one both chains would have the same block whenever they make it in the same second.
  await fork.include(fork.fresh(), { to: treasury, value: 2n * ETHER })
  await fork.mine(14)
  liar.script('closes connection')
  await lab.statusWith('WAITING', ({ state }) => state === 'WAITING')
  await eventually('nodes-disagree', async () => (await site.head())?.reason_code === 'nodes-disagree' || undefined)
  liar.script('none')
  paid.push(await pay(chain))
  await lab.settles()
  for (const each of paid) expect(lab.steps(each)).toEqual(['included'])
  expect(lab.receiver.notified).toHaveLength(paid.length)
  expect(await site.head()).toMatchObject({ state: 'AT_HEAD', node: new URL(liar.url).host })
})
