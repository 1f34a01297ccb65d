import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { RpcReply } from '../../src/service/chain/rpc/json-rpc.ts'
import {
  type MinedName,
  mined,
  minedNames,
  recorded,
  recordedFile,
  replay,
} from '../service/chain/simulation/recorded.ts'
import { type RecordedName, recordingOf, recordings } from '../support/chain/recordings.ts'
import { headOf, type SimpleAccount, simulateOn } from '../support/chain/simulate-on.ts'
import { startWorld, type World } from '../support/chain/world.ts'
import { needs } from '../support/needs.ts'

needs('anvil').test('the recorded answers are those of anvil: UPDATE_RECORDED=1 writes them', async () => {
  await using world = await startWorld()
  for (const name of Object.keys(recordings) as RecordedName[]) {
    const expected = await world.chain.onTrial(() => record(name, world))
    expect(replay(recorded(name)), name).toMatchObject(expected)
  }
})

needs('anvil').test(
  'the recorded traces of mined transactions are those of anvil: UPDATE_RECORDED=1 writes them',
  async () => {
    await using world = await startWorld()
    for (const name of minedNames) {
      const expected = await world.chain.onTrial(() => recordMined(name, world))
      expect(mined(name), name).toEqual(expected)
    }
  },
)

async function recordMined(name: MinedName, world: World): Promise<object> {
  const { tx } = await recordingOf(name, world)
  const receipt = await world.chain.trySend(tx)
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const trace = await world.chain.rpc('debug_traceTransaction', receipt.transactionHash, options)
  const transaction = { ...tx, value: tx.value ?? 0n }
  const { status, logs } = receipt
  const text = JSON.stringify({ node: 'anvil 1.7.1', transaction, receipt: { status, logs }, trace }, withoutUnread, 2)
  if (process.env.UPDATE_RECORDED) writeFileSync(recordedFile(`mined-${name}`), `${text}\n`)
  return JSON.parse(text)
}

async function record(name: RecordedName, world: World): Promise<object> {
  const { tx, can = {}, standards = {} } = await recordingOf(name, world)
  const replies: RpcReply[] = []
  const { rpc } = world.chain
  let accounts: readonly SimpleAccount[] = []
  const { simulation, missing } = await simulateOn(rpc, tx, {
    can,
    standards,
    onReplies: (more) => replies.push(...more),
    onAccounts: (read) => {
      accounts = read
    },
  })
  if (process.env.UPDATE_RECORDED) {
    const transaction = { ...tx, value: tx.value ?? 0n }
    const content = { node: 'anvil 1.7.1', transaction, can, head: await headOf(rpc), accounts, replies }
    writeFileSync(recordedFile(name), `${JSON.stringify(content, withoutUnread, 2)}\n`)
  }
  const { trace: _, ...shown } = simulation
  return { simulation: shown, missing }
}

/** What answers are not read for. */
const UNREAD = new Set([
  'logsBloom',
  'sha3Uncles',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'extraData',
  'mixHash',
  'nonce',
  'uncles',
  'transactions',
  'difficulty',
  'transactionHash',
  'transactionIndex',
  'logIndex',
  'removed',
  'blockTimestamp',
  'blockHash',
  'blockNumber',
  'parentHash',
  'hash',
  'position',
  'index',
])

function withoutUnread(this: unknown, key: string, value: unknown): unknown {
  // The hash of the head is what requests are pinned by.
  if (UNREAD.has(key) && !(typeof this === 'object' && this !== null && 'feeRecipient' in this)) return undefined
  return typeof value === 'bigint' ? String(value) : value
}
