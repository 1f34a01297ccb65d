import { expect, test } from 'vitest'
import { openServices } from '../../postgres/servers.ts'
import { fakeNode } from '../../support/chain/fake-node.ts'
import { ask } from '../../support/requests.ts'

const SENDER = '0x7e57e185f01f2900f3b969962d790bd76275007a'
const body = { transaction: { chainId: '1', from: SENDER, to: SENDER, value: '1' }, trackNonce: false }

test('what one process changes about nodes holds for the next verdict of another', async () => {
  const node = await fakeNode({ headTime: Math.floor(Date.now() / 1000) })
  const [server, command] = await openServices(2)
  if (!server || !command) throw new Error('not opened')
  const chain = await command.chain()
  /** Whether the next verdict uses the node, and what it says about the simulation. */
  const verdict = async () => {
    const before = node.exchanges.length
    const answer = await ask(server, 'POST', '/api/v2/transaction/validate', body, { prefer: 'explain' })
    expect(answer.status).toBe(200)
    return { isUsed: node.exchanges.length > before, simulation: answer.body.simulation?.status }
  }
  expect(await verdict()).toEqual({ isUsed: false, simulation: undefined })

  const { id } = await chain.add({ chainId: '1', url: node.url, priority: 1 })
  expect((await verdict()).isUsed).toBe(true)
  const setPaused = async (verb: 'pause' | 'resume') =>
    (await ask(command, 'POST', `/ext/v1/chains/1/${verb}`, undefined)).body
  expect(await setPaused('pause')).toMatchObject({ paused: true, changed: true })
  expect(await verdict()).toEqual({ isUsed: false, simulation: 'unavailable' })
  expect(await setPaused('resume')).toMatchObject({ paused: false, changed: true })
  expect((await verdict()).simulation).toBeDefined()
  expect(await chain.remove(id)).toMatchObject({ id, host: new URL(node.url).host })
  expect(await verdict()).toEqual({ isUsed: false, simulation: undefined })
  await expect(chain.remove(id)).rejects.toMatchObject({ kind: 'not-found' })
})

test('the probe of a stored node is kept with it, and goes with it', async () => {
  const node = await fakeNode({ headTime: Math.floor(Date.now() / 1000) })
  const [first, second] = await openServices(2)
  if (!first || !second) throw new Error('not opened')
  const added = await (await first.chain()).add({ chainId: '1', url: node.url, priority: 1 })
  const before = node.exchanges.length
  const other = await second.chain()
  expect(await other.list()).toEqual([added])
  expect(node.exchanges).toHaveLength(before)
  await other.remove(added.id)
  const left = await first.store.read.selectFrom('chain_probes').selectAll().execute()
  expect(left).toEqual([])
})

test('nodes are used by priority, then in the order in which they were added', async () => {
  const [service] = await openServices(1)
  if (!service) throw new Error('not opened')
  const chain = await service.chain()
  const added = []
  for (const priority of [5, 1, 5, 3]) {
    const { url } = await fakeNode({ headTime: Math.floor(Date.now() / 1000) })
    added.push(await chain.add({ chainId: '1', url, priority }))
  }
  const [last, first, alsoLast, middle] = added
  expect((await chain.list()).map(({ id }) => id)).toEqual([first, middle, last, alsoLast].map((each) => each?.id))
})
