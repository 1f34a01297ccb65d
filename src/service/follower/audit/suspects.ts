import type { BlockHeader } from '../../chain/blocks/block.ts'
import { delegateOf } from '../../evm/words.ts'
import type { MonitorRow } from '../../store/schema/schema.ts'
import { haveStates, isSameState, readCodes, readTwice } from './account-states.ts'
import type { AuditContext, AuditSource } from './audit.ts'
import type { Dispute } from './disputes.ts'
import { type AccountState, type BalanceLedger, expectedAt, surplusAt, vagueBlock } from './ledger.ts'

/** An account is a monitored address in an audit. */
export interface Account {
  readonly monitor: MonitorRow
  readonly address: string
  readonly ledger: BalanceLedger
}

/** One that was not as expected at a block. */
export interface Differing extends Account {
  /** Wei that it has less than the blocks explain; 0 or less: it lost nothing. */
  readonly loss: bigint
  readonly at: BlockHeader
  /** What it has at the head. */
  readonly head: { readonly header: BlockHeader; readonly balance: bigint }
}

/** One whose state at that block is not what the blocks explain. */
export interface Suspect extends Differing {
  readonly state: AccountState
  readonly nonceOf: NonceMeaning
}

/** What a nonce counts: own transactions; those and creations of the code that it delegates to; creations of a contract. */
type NonceMeaning = 'transactions' | 'delegated' | 'creations'

export interface Confirmed {
  readonly suspects: readonly Suspect[]
  /** About which two answers differ. */
  readonly disputes: readonly Dispute[]
  /** Whose states were not read again. */
  readonly unread: number
}

/** Reads the states of accounts again. */
export async function confirmed(accounts: readonly Differing[], context: AuditContext): Promise<Confirmed> {
  if (accounts.length === 0) return { suspects: [], disputes: [], unread: 0 }
  const { source } = context
  const states = await readTwice(
    context,
    accounts.map(({ address, at }) => ({ address, block: { blockHash: at.hash } })),
  )
  const meanings = await nonceMeanings(accounts, source)
  const suspects: Suspect[] = []
  const disputes: Dispute[] = []
  let unread = 0
  for (const [index, account] of accounts.entries()) {
    const answers = states[index]
    const nonceOf = meanings[index]
    if (!answers || !haveStates(answers) || !nonceOf) unread += 1
    else if (isSameState(answers[0].state, answers[1].state))
      suspects.push({ ...account, state: answers[0].state, nonceOf })
    else disputes.push({ monitor: account.monitor, block: account.at.number, answers })
  }
  return { suspects, disputes, unread }
}

async function nonceMeanings(
  accounts: readonly Differing[],
  source: AuditSource,
): Promise<readonly (NonceMeaning | undefined)[]> {
  const codes = await readCodes(
    source,
    accounts.map(({ address }) => address),
    accounts[0]?.head.header ?? { hash: '' },
  )
  return codes.map((code) => {
    if (code === undefined) return undefined
    if (code === '0x') return 'transactions'
    return delegateOf(code) !== undefined ? 'delegated' : 'creations'
  })
}

/**
 * Whether a state is not what the blocks up to its own explain, or one of them does not say how much it changes. A nonce that is
 * too low says nothing about a transaction.
 */
export function isDifferent({ ledger, state, nonceOf, at: { number } }: Suspect): boolean {
  const { balance, nonce } = surplusAt(ledger, number, state)
  return vagueBlock(ledger, number) !== undefined || balance !== 0n || (nonceOf !== 'creations' && nonce > 0)
}

/** Gives the same account at the head, where its nonce is not in doubt. */
export function atHead(suspect: Suspect): Suspect {
  const { at, head, ledger } = suspect
  if (at.number === head.header.number) return suspect
  const nonce = expectedAt(ledger, head.header.number).nonce ?? 0
  return { ...suspect, at: head.header, state: { balance: head.balance, nonce } }
}
