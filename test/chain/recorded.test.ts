import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { RpcReply } from '../../src/service/chain/rpc/json-rpc.ts'
import { recorded, recordedFile, type recordedNames, replay } from '../service/chain/simulation/recorded.ts'
import { headOf, type SimpleAccount, simulateOn } from '../support/chain/simulate-on.ts'
import { callData, type Tx } from '../support/chain/test-chain.ts'
import { canonical, people, startWorld, units, type World } from '../support/chain/world.ts'
import { needs } from '../support/needs.ts'

const { alice, carol, thief } = people
const { usd, ether } = units
const transfer = 'transfer(address,uint256)'

async function recordings({ chain }: World): Promise<Readonly<Record<(typeof recordedNames)[number], Tx>>> {
  const pill = await chain.create(thief.address, 'RedPill')
  await chain.rpc('hardhat_setBalance', pill, '0x8ac7230489e80000')
  const from = alice.address
  const allow = callData('approve(address,uint256)', thief.address, 2n ** 256n - 1n)
  return {
    approval: { from, to: canonical.usdc, data: allow },
    ether: { from, to: carol.address, value: ether(1.5), data: '0x' },
    payment: { from, to: canonical.usdc, data: callData(transfer, carol.address, usd(250)) },
    pill: { from, to: pill, value: ether(1), data: callData('participate(bytes32)', `0x${'11'.repeat(32)}`) },
    revert: { from, to: canonical.dai, data: callData(transfer, carol.address, ether(1_000_000)) },
  }
}

needs('anvil').test('the recorded answers are those of anvil: UPDATE_RECORDED=1 writes them', async () => {
  await using world = await startWorld()
  for (const [name, tx] of Object.entries(await recordings(world))) {
    const replies: RpcReply[] = []
    const { rpc } = world.chain
    let accounts: readonly SimpleAccount[] = []
    const { simulation } = await simulateOn(rpc, tx, {
      onReplies: (more) => replies.push(...more),
      onAccounts: (read) => {
        accounts = read
      },
    })
    if (process.env.UPDATE_RECORDED) {
      const results = replies.map((reply) => ('result' in reply ? reply.result : reply))
      const transaction = { ...tx, value: tx.value ?? 0n }
      const content = { node: 'anvil 1.7.1', transaction, head: await headOf(rpc), accounts, replies: results }
      writeFileSync(recordedFile(name), `${JSON.stringify(content, withoutUnread, 2)}\n`)
    }
    const { trace: _, ...expected } = simulation
    expect(replay(recorded(name as (typeof recordedNames)[number])).simulation, name).toMatchObject(expected)
  }
})

const UNREAD = new Set([
  ...['logsBloom', 'sha3Uncles', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'extraData', 'mixHash', 'nonce'],
  ...['uncles', 'transactions', 'difficulty', 'transactionHash', 'transactionIndex', 'logIndex', 'removed'],
  ...['blockTimestamp', 'blockHash', 'blockNumber', 'parentHash', 'hash', 'position', 'index'],
])

function withoutUnread(this: unknown, key: string, value: unknown): unknown {
  // The hash of the head is what requests are pinned by.
  if (UNREAD.has(key) && !(typeof this === 'object' && this !== null && 'feeRecipient' in this)) return undefined
  return typeof value === 'bigint' ? String(value) : value
}
