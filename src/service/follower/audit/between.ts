import type { BlockHeader } from '../../chain/blocks/block.ts'
import { valueIn } from '../../chain/state/requests.ts'
import { type Balance, StateReader } from '../../chain/state/state-reader.ts'
import { chainBlocksBetween } from '../../store/repositories/chain-blocks.ts'
import { BETWEEN } from '../loop/rates.ts'
import { readCodes } from './account-states.ts'
import type { AuditContext, AuditSource } from './audit.ts'
import { expectedAt, surplusAt, vagueBlock } from './ledger.ts'
import type { Account } from './suspects.ts'

/** An account at a block at which it was not as expected. */
export interface Between {
  readonly header: BlockHeader
  /** Wei that it has more than the blocks explain. */
  readonly surplus: bigint
}

/**
 * Finds the first block since the last audit at which a contract was not as expected, by address. What comes in by a call of one
 * block and leaves by a call of the next cancels out at the head. Other accounts pay by transactions of their own, which are
 * seen: for them nothing cancels out.
 * @param contracts those of this audit
 * @param header the head
 * @param fine blocks at which addresses were as expected
 */
export async function findBetween(
  contracts: readonly Account[],
  header: BlockHeader,
  fine: ReadonlyMap<string, number>,
  { db, chainId, source }: AuditContext,
): Promise<ReadonlyMap<string, Between>> {
  const known = contracts
    .flatMap((account) => {
      const { base } = account.ledger
      return base ? [{ account, since: Math.max(base.number, fine.get(account.address) ?? 0) }] : []
    })
    .slice(0, BETWEEN.contracts)
  const found = new Map<string, Between>()
  const above = Math.min(...known.map(({ since }) => since))
  if (known.length === 0 || above >= header.number - 1) return found
  const blocks = chosen(await chainBlocksBetween(db, chainId, { above, below: header.number }))
  if (blocks.length === 0) return found
  const headers = blocks.map(({ number, hash, parent_hash: parentHash, time: timestamp }): BlockHeader => {
    return { number, hash, parentHash, timestamp }
  })
  const addresses = known.map(({ account }) => account.address)
  const balances = await new StateReader(source, header).balances(addresses, headers)
  for (const [at, block] of headers.entries())
    for (const [index, { account, since }] of known.entries()) {
      const { address, ledger } = account
      const balance = valueIn(balances[at]?.[index])?.balance
      if (balance === undefined || block.number <= since || found.has(address)) continue
      const nonce = expectedAt(ledger, block.number).nonce ?? 0
      const surplus = surplusAt(ledger, block.number, { balance, nonce }).balance
      if (surplus !== 0n && vagueBlock(ledger, block.number) === undefined)
        found.set(address, { header: block, surplus })
    }
  return found
}

/** The newest ones, and some of those before them, in their order. */
function chosen<T>(blocks: readonly T[]): readonly T[] {
  const { newest, earlier } = BETWEEN
  const before = blocks.slice(0, -newest)
  const step = Math.max(1, before.length / earlier)
  const spread = Array.from({ length: Math.min(before.length, earlier) }, (_, at) => before[Math.floor(at * step)] as T)
  return [...spread, ...blocks.slice(-newest)]
}

/** Addresses of which it is remembered whether they have code. */
const MAX_REMEMBERED = 10_000

/** Which monitored addresses have code, also that of a delegation (EIP-7702). */
export class Contracts {
  readonly #known = new Map<string, boolean>()

  /** @param balances of the accounts, in their order; the node is asked once about those that come without */
  async of(
    accounts: readonly Account[],
    balances: readonly Balance[],
    header: BlockHeader,
    source: AuditSource,
  ): Promise<Account[]> {
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear()
    for (const [index, { address }] of accounts.entries()) {
      const hasCode = balances[index]?.hasCode
      if (hasCode !== undefined) this.#known.set(address, hasCode)
    }
    const unknown = accounts.map(({ address }) => address).filter((address) => !this.#known.has(address))
    const codes = unknown.length === 0 ? [] : await readCodes(source, unknown, header)
    for (const [index, address] of unknown.entries()) {
      const code = codes[index]
      if (code !== undefined) this.#known.set(address, code !== '0x')
    }
    return accounts.filter(({ address }) => this.#known.get(address))
  }
}
