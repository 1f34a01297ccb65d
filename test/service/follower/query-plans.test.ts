import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CheckedBlock, MatchedTransaction, MinedTransaction } from '../../../src/service/chain/blocks/block.ts'
import type { BlockObserver } from '../../../src/service/chain/observer.ts'
import { MonitorProcessor } from '../../../src/service/follower/block-processor.ts'
import { FollowChain } from '../../../src/service/follower/loop/follow-chain.ts'
import type { BlockSource } from '../../../src/service/follower/loop/source.ts'
import { createReads } from '../../../src/service/records/reads/reads.ts'
import { createIds } from '../../../src/service/runtime/ids.ts'
import type { Service } from '../../../src/service/service.ts'
import { ensureChainHead, findChainHead } from '../../../src/service/store/repositories/chain-heads.ts'
import { takeLease } from '../../../src/service/store/repositories/leases.ts'
import type { ChainHeadRow, Db } from '../../../src/service/store/schema/schema.ts'
import { DeadlineClock } from '../../../src/service/store/writes/deadline-clock.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { send } from '../../support/requests.ts'
import { localDatabase } from '../administration/local-database.ts'
import { BlockTree, sourceOf } from './block-tree.ts'
import { drain, NOW, payment, transferLog, treasury, usdc } from './verdict/followed.ts'

const CHAIN = '1'
const CLAIM = { claimId: 'claim', holder: 'test' }
const LOOKALIKE = '0x51e1000000000000000000000000000000ff0abc'

/** Tables of any length. */
const TABLES =
  'transactions|transaction_reports|chain_events|chain_blocks|monitored_addresses|monitor_balances|monitor_backfills|alert_events|deliveries|fan_outs|digests|counterparties|granted_allowances|graph_edges|control_list_entries|intel_entries'
const GROWING = new RegExp(`\\b(${TABLES})\\b`)
/** Reads all rows, or all of a chain: no column but these is compared by the index. */
const SLOW = new RegExp(
  `SCAN (${TABLES})\\b|SEARCH (${TABLES}) USING .*\\(((chain_id|enabled|topic)=\\?( AND )?)+(created_at[<>]\\?)?\\)`,
)
/** With a condition that few rows meet, or in the order of a query with a limit. */
const FEW =
  /INDEX (chain_events_gone|control_list_entries_created|digests_due|monitored_addresses_followed|monitor_backfills_next|sqlite_autoindex_chain_blocks_1)(?: |$)/
/** Once a day: the message of a digest. */
const RARE = /^select "digests"\."address"/
/** Whether there is any row, or which is the last one. */
const ANY = /^select (1|"?id"?) from \S+( where chain_id = \?| order by rowid desc)? limit \S+$/

/** A zero transfer that imitates the payee. */
const matchedIn = ({ transaction, receipt }: MinedTransaction): MatchedTransaction => ({
  transaction,
  receipt,
  candidates: [treasury],
})

function poison(): MatchedTransaction {
  const drained = matchedIn(drain({ hash: `0x${'9'.repeat(64)}`, index: 2, to: usdc, data: '0x' }))
  return { ...drained, receipt: { ...drained.receipt, logs: [transferLog(usdc, treasury, LOOKALIKE, 0n)] } }
}

async function withAlerts(service: Service): Promise<void> {
  const alert = (alertName: string, transactionFilter: object) =>
    send(service, 'POST', '/ext/v1/alert-configurations', {
      alertName,
      alertType: 'MONITOR',
      destinationIds: [],
      transactionFilter,
    })
  await alert('now', {})
  await alert('confirmed', { confirmations: 2 })
  await alert('final', { confirmations: 'finalized' })
  await send(service, 'POST', '/api/v2/management/monitor', { address: treasury, chainId: CHAIN, name: 'treasury' })
}

/** Notes each statement that is prepared for SQLite from now on. */
function noteStatements() {
  const statements = new Set<string>()
  const { prepare } = DatabaseSync.prototype
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, ...given) {
    statements.add(given[0])
    return prepare.apply(this, given)
  })
  onTestFinished(() => spy.mockRestore())
  return {
    stop() {
      spy.mockRestore()
      return statements
    },
  }
}

async function planOf(db: Db, statement: string): Promise<string> {
  const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${statement}`))
  return rows.map(({ detail }) => detail).join('\n')
}

test('no statement of a followed block or transaction reads all rows of a table, or of a chain', async () => {
  const clock = new TestClock(NOW)
  const tree = new BlockTree(10)
  const inBlocks = new Map<number, Pick<CheckedBlock, 'matched' | 'credits'>>()
  const node = sourceOf(tree)
  const source: BlockSource = {
    ...node,
    block: async (number) => {
      const block = (await node.block(number)) as CheckedBlock
      return { ...block, ...inBlocks.get(block.header.number) }
    },
  }
  await localDatabase().use(async (service) => {
    const { store } = service
    await withAlerts(service)
    const deadlines = await DeadlineClock.open(store, clock)
    const newId = createIds(clock, seededRandom('plans'))
    await store.write(async (db) => {
      await ensureChainHead(db, CHAIN, 0)
      await takeLease(db, { table: 'chain_heads', id: CHAIN, ...CLAIM }, { until: 2 ** 50, now: 0 })
    })
    const chain: BlockObserver = { observeBlock: async () => undefined }
    const work = new MonitorProcessor({
      chainId: CHAIN,
      reads: createReads(store.read),
      chain,
      clock,
      deadlines,
      newId,
      wake: () => {},
    })
    const noted = noteStatements()
    const follow = new FollowChain((await findChainHead(store.read, CHAIN)) as ChainHeadRow, {
      chainId: CHAIN,
      store,
      clock,
      deadlines,
      work,
      claim: CLAIM,
      leaseMs: 10_000,
      maxGapMs: 2 ** 50,
      sources: async () => [source],
      takeOver: async () => {},
      report: () => {},
      stopping: new AbortController().signal,
    })
    const settle = async () => {
      while ((await follow.step()) === 0);
    }
    await settle()
    inBlocks.set(11, {
      matched: [matchedIn(payment()), matchedIn(drain({ hash: `0x${'8'.repeat(64)}`, index: 1 })), poison()],
      credits: [{ address: treasury, amount: 5n, of: 'withdrawal' }],
    })
    tree.mine(4)
    await settle()
    tree.reorg(4, 5)
    inBlocks.delete(11)
    inBlocks.set(13, { matched: [matchedIn(payment())], credits: [] })
    await settle()
    tree.mine(8)
    clock.advance(25 * 60 * 60 * 1000)
    await settle()
    await work.sparseAddresses()
    const statements = [...noted.stop()].filter(
      (statement) => GROWING.test(statement) && !ANY.test(statement) && !RARE.test(statement),
    )

    const all = statements.join('\n')
    // Reorgs, retractions, digests, validations, audits and earlier blocks are among them.
    for (const part of [
      '"gone_number" <= ?',
      'round + 1',
      'delete from "digests"',
      'substr(from_key',
      '"transaction_id" = ?',
      'from "monitor_balances"',
      '"monitor_backfills"',
      'update "transactions"',
    ])
      expect(all).toContain(part)
    const plans = await Promise.all(statements.map(async (each) => `${each}\n${await planOf(store.read, each)}`))
    const slow = plans.filter((plan) => plan.split('\n').some((line) => SLOW.test(line) && !FEW.test(line)))
    expect(slow).toEqual([])
    expect(plans.find((plan) => plan.includes('substr(from_key'))).toContain(
      'transactions_call (<expr>=? AND created_at<?)',
    )
  })
})
